/** A person's account as staff see it. Pure. */

export const usersPageSize = 20;
/** How the addresses of the demo's people end. Nobody else has one. */
export const demoDomain = "@demo.test";
export const statuses = ["Active", "Suspended"] as const;
export type Status = (typeof statuses)[number];

/** What the list and the API show of an account. */
export interface User {
  id: number;
  name: string;
  email: string;
  role: string;
  status: Status;
}

/** The same in the User Manager. */
export interface ListedUser extends User {
  /** How their membership stands, in words; null for staff, who pay nothing. */
  membership: string | null;
}

/** Somebody who signed up and waits until staff have found their payment. */
export interface WaitingUser {
  id: number;
  name: string;
  email: string;
  phone: string;
  created_at: string;
}

/** What was said of somebody's payment. */
export interface Reviewed {
  id: number;
  name: string;
  payment: "confirmed" | "refused";
  /** The colleague who had said so before; null = nobody. */
  by: string | null;
}

/** What is said of that. */
export function reviewNotice({ name, payment, by }: Reviewed): string {
  return by === null ? `Payment of ${name} ${payment}.` : `${by} has already ${payment} the payment of ${name}.`;
}

/** The status that an account gets when the one it has is switched. */
export function otherStatus(status: Status): Status {
  return status === "Active" ? "Suspended" : "Active";
}

/** What the button says that switches a status. */
export function switchLabel(status: Status): string {
  return status === "Active" ? "Suspend" : "Activate";
}

/** What is said when an account has got a status. */
export const statusNotices = { Active: "Account activated.", Suspended: "Account suspended." } as const satisfies Record<Status, string>;
