/** Says who may do what. This is the only file with role names. Pure, because components use it too. */

export const roles = ["user", "propicksmanager", "admin", "superadmin"] as const;
export type Role = (typeof roles)[number];

const everyRole: readonly Role[] = roles;
const staff: readonly Role[] = ["propicksmanager", "admin", "superadmin"];
const content: readonly Role[] = ["admin", "superadmin"];
const superadminOnly: readonly Role[] = ["superadmin"];

export const openAbilities = [
  "session.begin",
  "session.end",
  "site.read",
  "account.open",
  "password.reset",
  "checkout.begin",
  "checkout.report",
  "mail.unsubscribe",
  "email.confirm",
  "affiliation.request",
  "visit.record",
  "affiliate-page.read",
  "public-record.read",
] as const;
export type OpenAbility = (typeof openAbilities)[number];

const abilities = {
  "picks.read": everyRole,
  "propicks.read": everyRole,
  "record.read": everyRole,
  "sidebar.read": everyRole,
  "learn.read": everyRole,
  "profile.read": everyRole,
  "profile.write": everyRole,
  "membership.manage": ["user"],
  "break.take": ["user"],
  "account.close": ["user"],
  "own.read": everyRole,
  "own.write": everyRole,
  "card.read": ["user", "propicksmanager"],
  "card.write": ["user"],
  "picks.look-up": everyRole,
  "propicks.look-up": everyRole,
  "picks.follow": everyRole,
  "propicks.follow": everyRole,
  "picks.draft": content,
  "propicks.draft": staff,
  "picks.publish": content,
  "propicks.publish": staff,
  "admin.enter": staff,
  "two-factor.manage": everyRole,
  "picks.manage": content,
  "propicks.manage": staff,
  "results.manage": staff,
  "results.write": staff,
  "learn.manage": content,
  "texts.manage": content,
  "sidebar.manage": content,
  "affiliates.manage": content,
  "deliveries.read": content,
  "users.manage": superadminOnly,
  "keys.manage": superadminOnly,
  "channels.manage": superadminOnly,
  "announcements.manage": superadminOnly,
  "site.manage": superadminOnly,
  "audit.read": superadminOnly,
  "overview.read": superadminOnly,
  "server.watch": superadminOnly,
  "everything.export": superadminOnly,
} as const satisfies Record<string, readonly Role[]>;

export type RoleAbility = keyof typeof abilities;
export type Ability = OpenAbility | RoleAbility;
export const roleAbilities: Readonly<Record<RoleAbility, readonly Role[]>> = abilities;

/** The abilities that a key for programs can have. */
export const scopes = ["picks.draft", "picks.publish", "propicks.draft", "propicks.publish", "results.write"] as const;
export type Scope = (typeof scopes)[number];

const keyAbilities = {
  "picks.draft": ["picks.look-up", "picks.draft"],
  "picks.publish": ["picks.look-up", "picks.follow", "picks.draft", "picks.publish"],
  "propicks.draft": ["propicks.look-up", "propicks.draft"],
  "propicks.publish": ["propicks.look-up", "propicks.follow", "propicks.draft", "propicks.publish"],
  "results.write": ["results.write"],
} as const satisfies Record<Scope, readonly RoleAbility[]>;
export type KeyAbility = (typeof keyAbilities)[Scope][number];

/** The abilities that only people have. */
export type PersonAbility = Exclude<RoleAbility, KeyAbility>;

/** A key does what its scopes say, and nothing else. */
export function keyCan(allowed: readonly Scope[], ability: Ability): boolean {
  return scopesWith(ability).some((scope) => allowed.includes(scope));
}

export function scopesWith(ability: Ability): Scope[] {
  return scopes.filter((scope) => keyAbilities[scope].some((each) => each === ability));
}

/** The abilities of members whose membership has ended or is not confirmed yet, and of those on a break. */
const lapsedAbilities: readonly Ability[] = [
  "profile.read",
  "profile.write",
  "membership.manage",
  "break.take",
  "account.close",
  "two-factor.manage",
];

export interface Someone {
  role: Role;
  /** True when the paid membership has ended or is not confirmed yet, and during a break. Ignored for staff. */
  lapsed?: boolean | undefined;
  twoFactorDue?: boolean;
}

/** `person` is null for a visitor. Denies every ability that the table does not name. */
export function can(person: Someone | null, ability: Ability): boolean {
  if (isOpen(ability)) return true;
  if (person === null || !roleAbilities[ability].includes(person.role)) return false;
  if (person.twoFactorDue) return ability === "two-factor.manage";
  return !isLapsed(person) || lapsedAbilities.includes(ability);
}

export const memberRole = "user" satisfies Role;

export const secretRole = "admin" satisfies Role;

/** The roles that a superadmin can assign. Nobody can assign superadmin. */
export const assignableRoles = ["user", "propicksmanager", "admin"] as const satisfies readonly Role[];

export const superadminRole = "superadmin" satisfies Role;

export function isLapsed(person: Someone): boolean {
  return person.lapsed === true && person.role === memberRole;
}

/** Staff have shorter sessions and start in the staff area. */
export function isStaff(person: Someone | null): boolean {
  return person !== null && staff.includes(person.role);
}

const roleLabels: Readonly<Record<Role, string>> = {
  user: "User",
  propicksmanager: "Pro Picks Manager",
  admin: "Admin",
  superadmin: "Super Admin",
};

export function roleLabel(role: string): string {
  return isRole(role) ? roleLabels[role] : role;
}

export function isRole(text: string): text is Role {
  return everyRole.some((role) => role === text);
}

export function isOpen(ability: Ability): ability is OpenAbility {
  return openAbilities.some((open) => open === ability);
}
