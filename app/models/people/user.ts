export const usersPageSize = 20;
export const demoDomain = "@demo.test";
export const statuses = ["Active", "Suspended"] as const;
export type Status = (typeof statuses)[number];

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
