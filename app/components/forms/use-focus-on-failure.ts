import type { RefObject } from "react";
import { useEffect } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import { useIsDocumentAnswer } from "./use-document-answer.ts";

/**
 * Where a form was not taken the focus goes to its first field that is marked, else to the words that say why: on a phone they stand
 * screens above the button that was pressed. The browser scrolls to what has the focus. Without a `form` all of the page is looked through.
 * In a new document somebody may be typing by the time that this runs: their focus stays.
 */
export function useFocusOnFailure(failure: FailedForm | undefined, form?: RefObject<HTMLElement>): void {
  const byDocument = useIsDocumentAnswer();
  useEffect(() => {
    if (!failure || (byDocument && document.activeElement !== document.body)) return;
    const place = form ? form.current : document.getElementById("main");
    const said = place?.querySelector<HTMLElement>("[role=alert]");
    said?.setAttribute("tabindex", "-1");
    (place?.querySelector<HTMLElement>("[aria-invalid]") ?? said)?.focus();
  }, [form, failure, byDocument]);
}
