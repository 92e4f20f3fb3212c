import type { ChangedBy, FieldErrors } from "../refusal.ts";

/** An action's answer when the form is shown again. */
export interface FailedForm {
  message: string;
  errors: FieldErrors;
  /** The typed values, without secrets. */
  values: Readonly<Record<string, string>>;
  /** The values that are saved now, by field, after a conflict. */
  saved?: Readonly<Record<string, string>>;
  /** Who saved each field last, and when, after a conflict. */
  savedBy?: Readonly<Record<string, ChangedBy>>;
  /** The new values of fields that this person didn't edit, after a conflict. */
  merged?: Readonly<Record<string, string>>;
  /** A sentence for each thing that must be confirmed before it is saved. */
  warnings?: readonly string[];
  /** True when the browser made this answer because none came from the server. */
  unanswered?: true;
}

export const offlineText = "You're offline. Nothing was saved. Try again when you're online.";

/** An action's answer to a preview, which writes nothing. */
export interface PreviewedForm<Outcome> {
  /** The typed values, without secrets. */
  values: Readonly<Record<string, string>>;
  outcome: Outcome;
}

/** An action's answer when the page shows a message, then redirects. */
export interface TimedRedirect {
  message: string;
  to: string;
  afterMs: number;
}

export interface RefusedPage {
  message: string;
  /** The values of the refused form, so that they aren't lost. */
  values?: Readonly<Record<string, string>>;
  /** True when the form can be sent again after signing in. */
  resend?: boolean;
}

export function isFailed(answer: unknown): answer is FailedForm {
  return "errors" in Object(answer);
}

/** True where reloading the page's data is useless: the form or a preview is shown, or the page redirects soon. */
export function keepsPageData(answer: unknown): boolean {
  const shown = Object(answer);
  return isFailed(answer) || "to" in shown || "outcome" in shown || "digest" in shown;
}

export function failureOf(answer: unknown): FailedForm | undefined {
  return isFailed(answer) ? answer : undefined;
}
