import type { ChangedBy, FieldErrors } from "../refusal.ts";

/** What an action answers when the form is shown again. */
export interface FailedForm {
  message: string;
  errors: FieldErrors;
  /** What was typed, but for secrets. */
  values: Readonly<Record<string, string>>;
  /** What somebody else saved meanwhile, after a conflict. */
  saved?: Readonly<Record<string, string>>;
  /** Who changed which of those fields last, and when. */
  savedBy?: Readonly<Record<string, ChangedBy>>;
  /** Those of the values that somebody else saved meanwhile, in fields that were not touched. */
  merged?: Readonly<Record<string, string>>;
  /** True when the browser says it: the form did not reach the server, or no answer came back. */
  unanswered?: true;
}

/** What a form says that the browser knows it can't send. */
export const offlineText = "You are offline. Nothing was saved; try again when you are back.";

/** What an action answers when a form was only tried out. */
export interface PreviewedForm<Outcome> {
  /** What was typed, but for secrets. */
  values: Readonly<Record<string, string>>;
  outcome: Outcome;
}

/** What an action answers when the page says what was done and moves on by itself. */
export interface TimedRedirect {
  message: string;
  to: string;
  afterMs: number;
}

/** What an error page gets. */
export interface RefusedPage {
  message: string;
  /** What was typed into the form that could not be taken, so that it is not lost. */
  values?: Readonly<Record<string, string>>;
  /** True when sending the same form again can work after signing in. */
  resend?: boolean;
}

/** True for the answer to a form that is shown again. */
export function isFailed(answer: unknown): answer is FailedForm {
  return "errors" in Object(answer);
}

/** True for an answer that leaves the page's data as they were: the form is shown again, or the page is about to be left. */
export function keepsPageData(answer: unknown): boolean {
  return isFailed(answer) || "to" in Object(answer);
}

/** Why a form was not taken; undefined for any other answer, and before there is one. */
export function failureOf(answer: unknown): FailedForm | undefined {
  return isFailed(answer) ? answer : undefined;
}
