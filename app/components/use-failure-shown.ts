import type { RefObject } from "react";
import { useEffect } from "react";
import type { FailedForm } from "../form-state.ts";

/**
 * Where a form was not taken the focus goes to the first field that is marked, else to the words that say why: on a phone they stand
 * screens above the button that was pressed. The browser scrolls to what has the focus.
 */
export function useFailureShown(form: RefObject<HTMLElement>, failure: FailedForm | undefined): void {
  useEffect(() => {
    if (!failure) return;
    const said = form.current?.querySelector<HTMLElement>("[role=alert]");
    said?.setAttribute("tabindex", "-1");
    (form.current?.querySelector<HTMLElement>("[aria-invalid]") ?? said)?.focus();
  }, [form, failure]);
}
