export const usersPageSize = 20;
export const demoDomain = "@demo.test";
export const statuses = ["Active", "Suspended"] as const;
export type Status = (typeof statuses)[number];

/** Why a member has access. */
export const accessKinds = ["paid", "trial", "granted", "past-due", "ending", "none"] as const;
export type Access = (typeof accessKinds)[number];
export const accessNames = {
  paid: "Paid",
  trial: "Trial",
  granted: "Granted",
  "past-due": "Past due",
  ending: "Ending",
  none: "No access",
} as const satisfies Record<Access, string>;

export const seenSpans = ["7", "30", "over-30", "over-90"] as const;
export const seenNames = {
  "7": "In the last 7 days",
  "30": "In the last 30 days",
  "over-30": "Not for 30 days",
  "over-90": "Not for 90 days",
} as const satisfies Record<(typeof seenSpans)[number], string>;

/** The forms of a person's page, and what a page of its own asks about them. */
export const userForms = ["role", "access", "detach", "password", "status", "payment"] as const;
export const userQuestions = ["confirm", "cancel", "pause", "resume", "refund", "two-factor"] as const;

export interface User {
  id: number;
  name: string;
  email: string;
  role: string;
  status: Status;
}

export interface ListedUser extends User {
  /** The membership as text; null for staff, who pay nothing. */
  membership: string | null;
}

export interface WaitingUser {
  id: number;
  name: string;
  email: string;
  phone: string;
  created_at: string;
}

export interface Reviewed {
  id: number;
  name: string;
  payment: "confirmed" | "refused";
  /** The colleague who decided earlier; null = nobody. */
  by: string | null;
}

export function reviewNotice({ name, payment, by }: Reviewed): string {
  return by === null ? `Payment of ${name} ${payment}.` : `${by} has already ${payment} the payment of ${name}.`;
}

export function otherStatus(status: Status): Status {
  return status === "Active" ? "Suspended" : "Active";
}

export function switchLabel(status: Status): string {
  return status === "Active" ? "Suspend" : "Activate";
}

export const statusNotices = {
  Active: "Account activated.",
  Suspended: "Account suspended.",
} as const satisfies Record<Status, string>;
