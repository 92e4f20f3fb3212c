import type { RefObject } from "react";
import { useEffect } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import { useIsDocumentAnswer } from "./use-document-answer.ts";

/**
 * After a failed form, focuses its first invalid field or its message, which on a phone is far above the button. Without `form` it searches
 * the whole page. In a new document the user may already be typing: their focus stays.
 */
export function useFocusOnFailure(failure: FailedForm | undefined, form?: RefObject<HTMLElement>): void {
  const byDocument = useIsDocumentAnswer();
  useEffect(() => {
    if (!failure || (byDocument && document.activeElement !== document.body)) return;
    const root = form ? form.current : document.getElementById("main");
    const message = root?.querySelector<HTMLElement>("[role=alert]");
    message?.setAttribute("tabindex", "-1");
    (root?.querySelector<HTMLElement>("[aria-invalid]") ?? message)?.focus();
  }, [form, failure, byDocument]);
}
