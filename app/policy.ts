/** Who may do what. The only file with role names; pure, so operations and components ask the same table. */

export const roles = ["user", "propicksmanager", "admin", "superadmin"] as const;
export type Role = (typeof roles)[number];

const everyRole: readonly Role[] = roles;
const staff: readonly Role[] = ["propicksmanager", "admin", "superadmin"];
const content: readonly Role[] = ["admin", "superadmin"];
const owner: readonly Role[] = ["superadmin"];

/** What anybody may do, signed in or not. */
export const openAbilities = [
  "session.begin", "session.end", "site.read",
  "account.open", "password.reset", "checkout.begin", "checkout.report", "mail.unsubscribe", "email.confirm", "affiliation.request", "visit.record", "affiliate-page.read",
] as const;
export type OpenAbility = (typeof openAbilities)[number];

const abilities = {
  "picks.read": everyRole,
  "propicks.read": everyRole,
  "sidebar.read": everyRole,
  "learn.read": everyRole,
  "profile.read": everyRole,
  "profile.write": everyRole,
  "membership.manage": ["user"],
  "own.read": everyRole,
  "own.write": everyRole,
  "card.read": ["user", "propicksmanager"],
  "card.write": ["user"],
  "admin.enter": staff,
  "two-factor.manage": staff,
  "picks.manage": content,
  "propicks.manage": staff,
  "learn.manage": content,
  "sidebar.manage": content,
  "affiliates.manage": content,
  "users.manage": owner,
  "audit.read": owner,
  "server.watch": owner,
} as const satisfies Record<string, readonly Role[]>;

export type RoleAbility = keyof typeof abilities;
export type Ability = OpenAbility | RoleAbility;
export const roleAbilities: Readonly<Record<RoleAbility, readonly Role[]>> = abilities;

/** What is left of a membership that ended or is not confirmed yet: the profile, and how to renew. */
const withoutMembership: readonly Ability[] = ["profile.read", "profile.write", "membership.manage"];

export interface Someone {
  role: Role;
  /** True when what they paid for has ended, or is not confirmed yet. Staff pay nothing. */
  lapsed: boolean;
  /** True when they must set up two-factor sign-in before anything else. */
  twoFactorDue?: boolean;
}

/** True when a person (null = a visitor) may use the ability. Denies whatever the table does not name. */
export function can(person: Someone | null, ability: Ability): boolean {
  if (isOpen(ability)) return true;
  if (person === null || !roleAbilities[ability].includes(person.role)) return false;
  if (person.twoFactorDue) return ability === "two-factor.manage";
  return !isLapsed(person) || withoutMembership.includes(ability);
}

/** The role of a new account where nobody says otherwise. */
export const memberRole = "user" satisfies Role;

/** The role of an account that is made with the admin secret. */
export const secretRole = "admin" satisfies Role;

/** The roles that a superadmin can give: of their own kind they make none. */
export const givenRoles = ["user", "propicksmanager", "admin"] as const satisfies readonly Role[];

/** The role of whoever sets the server up. */
export const superadminRole = "superadmin" satisfies Role;

/** True when only the profile is left to a person: a member whose membership has ended, or is not confirmed yet. */
export function isLapsed(person: Someone): boolean {
  return person.lapsed && person.role === memberRole;
}

/** Staff are signed out sooner, and land in the staff area. */
export function isStaff(person: Someone | null): boolean {
  return person !== null && staff.includes(person.role);
}

const roleLabels: Readonly<Record<Role, string>> = { user: "User", propicksmanager: "Pro Picks Manager", admin: "Admin", superadmin: "Super Admin" };

/** A role in words. */
export function roleLabel(role: string): string {
  return isRole(role) ? roleLabels[role] : role;
}

/** Whether the text names a role. */
export function isRole(text: string): text is Role {
  return everyRole.some((role) => role === text);
}

/** True for what anybody may do. */
export function isOpen(ability: Ability): ability is OpenAbility {
  return openAbilities.some((open) => open === ability);
}
