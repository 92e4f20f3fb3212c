import { useState } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { Notice } from "../../session/notice.ts";

/**
 * The outcome of a sent form: the notice after its redirect, or its failure. With field errors the form itself shows `failedText`.
 * `forget` hides the outcome when the user edits the form.
 */
export function useFormNotice(failure: FailedForm | undefined, notice: Notice | null, failedText: string) {
  const [forgotten, setForgotten] = useState<FailedForm | Notice | null>(null);
  const source = failure ?? notice;
  const outcome = source === forgotten ? null : failure ? failureNotice(failure, failedText) : notice;
  return { outcome, forget: () => setForgotten(source) };
}

function failureNotice({ message, errors }: FailedForm, failedText: string): Notice {
  return { text: Object.keys(errors).length > 0 ? failedText : message, tone: "bad" };
}
