/** Why a rule refuses. Only `answers.server.ts` knows the page and API answer for each reason. */
export type Reason =
  | "malformed"
  | "invalid"
  | "bad-credentials"
  | "signed-out"
  | "forbidden"
  | "foreign-origin"
  | "not-found"
  | "wrong-method"
  | "conflict"
  | "unconfirmed"
  | "too-large"
  | "wrong-type"
  | "wrong-host"
  | "too-many"
  | "busy";

export type FieldErrors = Readonly<Record<string, string>>;

/** `by` is null when the account is gone. */
export interface ChangedBy {
  by: string | null;
  at: string;
}

interface Details {
  fields?: FieldErrors;
  retryAfter?: number;
  /** The other person's saved values, by field name, after a conflict. */
  saved?: Readonly<Record<string, string>>;
  savedBy?: Readonly<Record<string, ChangedBy>>;
  /** Values that the form shows instead of those sent: the other person's changes of untouched fields. */
  merged?: Readonly<Record<string, string>>;
  twoFactor?: boolean;
  /** A sentence for each thing that somebody must confirm first. */
  warnings?: readonly string[];
}

export class Refusal extends Error {
  readonly reason: Reason;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  readonly saved: Readonly<Record<string, string>> | undefined;
  readonly savedBy: Readonly<Record<string, ChangedBy>> | undefined;
  readonly merged: Readonly<Record<string, string>> | undefined;
  readonly twoFactor: boolean;
  readonly warnings: readonly string[] | undefined;

  constructor(reason: Reason, message: string, details: Details = {}) {
    super(message);
    this.name = "Refusal";
    this.reason = reason;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.saved = details.saved;
    this.savedBy = details.savedBy;
    this.merged = details.merged;
    this.twoFactor = details.twoFactor ?? false;
    this.warnings = details.warnings;
  }

  /** Shows the same message at the field and for the whole form. */
  static at(field: string, reason: "invalid" | "conflict", message: string): Refusal {
    return new Refusal(reason, message, { fields: { [field]: message } });
  }
}
