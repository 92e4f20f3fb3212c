/** Why a rule refuses. `answers.server.ts` alone knows what each one looks like on a page and in the API. */
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
  | "too-large"
  | "wrong-type"
  | "wrong-host"
  | "too-many"
  | "busy";

export type FieldErrors = Readonly<Record<string, string>>;

/** Somebody's last change; the name is null when the account is gone. */
export interface ChangedBy {
  by: string | null;
  at: string;
}

interface Details {
  /** What is wrong with which field, in words. */
  fields?: FieldErrors;
  /** Seconds until another try can succeed. */
  retryAfter?: number;
  /** What the other person saved meanwhile (field name to text), for a conflict. */
  saved?: Readonly<Record<string, string>>;
  /** Who changed which of those fields last, and when. */
  savedBy?: Readonly<Record<string, ChangedBy>>;
  /** What the form shows instead of what was sent: what somebody else saved in fields that nobody touched here. */
  merged?: Readonly<Record<string, string>>;
  /** True when the code of an authenticator app is what is missing or wrong. */
  twoFactor?: boolean;
}

/** The one error that rules refuse with: a reason for machines and a sentence for people. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  readonly saved: Readonly<Record<string, string>> | undefined;
  readonly savedBy: Readonly<Record<string, ChangedBy>> | undefined;
  readonly merged: Readonly<Record<string, string>> | undefined;
  readonly twoFactor: boolean;

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
  }

  /** One about a single field, which says at that field what it says on the whole. */
  static at(field: string, reason: "invalid" | "conflict", message: string): Refusal {
    return new Refusal(reason, message, { fields: { [field]: message } });
  }
}
