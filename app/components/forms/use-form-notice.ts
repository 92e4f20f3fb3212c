import { useState } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import type { Notice } from "../../session.server.ts";

/**
 * What became of a form that was sent: the notice after its redirect, or why it was not taken. Where fields are marked, they say why,
 * and the form only says `failedText`. `forget` takes it away, for an edit.
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
