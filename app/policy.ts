/** Who may do what. The only file with role names; pure, so operations and components ask the same table. */

export const roles = ["user", "propicksmanager", "admin", "superadmin"] as const;
export type Role = (typeof roles)[number];

const everyRole: readonly Role[] = roles;
const staff: readonly Role[] = ["propicksmanager", "admin", "superadmin"];
const content: readonly Role[] = ["admin", "superadmin"];

/** What anybody may do, signed in or not. */
export const openAbilities = ["session.begin", "session.end", "site.read"] as const;
export type OpenAbility = (typeof openAbilities)[number];

const abilities = {
  "picks.read": everyRole,
  "propicks.read": everyRole,
  "sidebar.read": everyRole,
  "learn.read": everyRole,
  "own.read": everyRole,
  "own.write": everyRole,
  "card.read": ["user", "propicksmanager"],
  "card.write": ["user"],
  "admin.enter": staff,
  "picks.manage": content,
  "propicks.manage": staff,
  "learn.manage": content,
  "sidebar.manage": content,
} as const satisfies Record<string, readonly Role[]>;

export type RoleAbility = keyof typeof abilities;
export type Ability = OpenAbility | RoleAbility;
export const roleAbilities: Readonly<Record<RoleAbility, readonly Role[]>> = abilities;

export interface Someone {
  role: Role;
}

/** True when a person (null = a visitor) may use the ability. Denies whatever the table does not name. */
export function can(person: Someone | null, ability: Ability): boolean {
  if (isOpen(ability)) return true;
  return person !== null && roleAbilities[ability].includes(person.role);
}

/** The role of a new account where nobody says otherwise. */
export const memberRole: Role = "user";

/** Staff are signed out sooner, and land in the staff area. */
export function isStaff(person: Someone | null): boolean {
  return can(person, "admin.enter");
}

export function isRole(text: string): text is Role {
  return everyRole.some((role) => role === text);
}

function isOpen(ability: Ability): ability is OpenAbility {
  return openAbilities.some((open) => open === ability);
}
