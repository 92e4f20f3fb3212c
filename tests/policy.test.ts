import { describe, expect, it } from "vitest";
import {
  type Ability,
  type RoleAbility,
  can,
  isLapsed,
  isRole,
  isStaff,
  keyCan,
  memberRole,
  openAbilities,
  roleAbilities,
  roles,
  scopes,
} from "../app/policy.ts";

/** Section 6 of the specification, for user, propicksmanager, admin, superadmin. */
const table = {
  "picks.read": [true, true, true, true],
  "propicks.read": [true, true, true, true],
  "record.read": [true, true, true, true],
  "sidebar.read": [true, true, true, true],
  "learn.read": [true, true, true, true],
  "profile.read": [true, true, true, true],
  "profile.write": [true, true, true, true],
  "membership.manage": [true, false, false, false],
  "break.take": [true, false, false, false],
  "account.close": [true, false, false, false],
  "own.read": [true, true, true, true],
  "own.write": [true, true, true, true],
  "card.read": [true, true, false, false],
  "card.write": [true, false, false, false],
  "admin.enter": [false, true, true, true],
  "two-factor.manage": [true, true, true, true],
  "picks.manage": [false, false, true, true],
  "propicks.manage": [false, true, true, true],
  "picks.look-up": [true, true, true, true],
  "propicks.look-up": [true, true, true, true],
  "picks.follow": [true, true, true, true],
  "propicks.follow": [true, true, true, true],
  "picks.draft": [false, false, true, true],
  "propicks.draft": [false, true, true, true],
  "picks.publish": [false, false, true, true],
  "propicks.publish": [false, true, true, true],
  "keys.manage": [false, false, false, true],
  "channels.manage": [false, false, false, true],
  "announcements.manage": [false, false, false, true],
  "results.manage": [false, true, true, true],
  "results.write": [false, true, true, true],
  "learn.manage": [false, false, true, true],
  "texts.manage": [false, false, true, true],
  "sidebar.manage": [false, false, true, true],
  "affiliates.manage": [false, false, true, true],
  "deliveries.read": [false, false, true, true],
  "users.manage": [false, false, false, true],
  "site.manage": [false, false, false, true],
  "audit.read": [false, false, false, true],
  "overview.read": [false, false, false, true],
  "server.watch": [false, false, false, true],
  "everything.export": [false, false, false, true],
} as const satisfies Record<RoleAbility, readonly boolean[]>;

const rows = Object.keys(table)
  .filter(isRoleAbility)
  .map((ability) => ({ ability, allowed: table[ability] }));

function isRoleAbility(name: string): name is RoleAbility {
  return name in roleAbilities;
}

describe("the permission table", () => {
  it("has exactly one row here per ability", () =>
    expect(Object.keys(roleAbilities).toSorted()).toEqual(Object.keys(table).toSorted()));

  it.each(rows)("allows $ability to the right roles", ({ ability, allowed }) =>
    expect(roles.map((role) => can({ role, lapsed: false }, ability))).toEqual(allowed),
  );

  it.each(rows)("allows a member whose membership has ended only the profile: $ability", ({ ability, allowed }) => {
    const stillAllowed = [
      "profile.read",
      "profile.write",
      "membership.manage",
      "break.take",
      "account.close",
      "two-factor.manage",
    ].includes(ability);
    expect(roles.map((role) => can({ role, lapsed: true }, ability))).toEqual([stillAllowed, ...allowed.slice(1)]);
  });

  it.each(rows)("allows staff who must set up two-factor sign-in only that: $ability", ({ ability }) => {
    expect(roles.slice(1).map((role) => can({ role, lapsed: false, twoFactorDue: true }, ability))).toEqual(
      Array(3).fill(ability === "two-factor.manage"),
    );
  });

  it.each(rows)("refuses $ability to a visitor", ({ ability }) => expect(can(null, ability)).toBe(false));

  it.each(openAbilities)("allows %s to all", (ability: Ability) =>
    expect([can(null, ability), ...roles.map((role) => can({ role, lapsed: false }, ability))]).toEqual(
      Array(5).fill(true),
    ),
  );
});

describe("a key", () => {
  it.each([
    ["picks.draft", ["picks.draft", "picks.look-up"]],
    ["picks.publish", ["picks.draft", "picks.follow", "picks.look-up", "picks.publish"]],
    ["propicks.draft", ["propicks.draft", "propicks.look-up"]],
    ["propicks.publish", ["propicks.draft", "propicks.follow", "propicks.look-up", "propicks.publish"]],
    ["results.write", ["results.write"]],
  ] as const)("with %s can do that and nothing else", (scope, allowed) => {
    const abilities: readonly Ability[] = [...rows.map(({ ability }) => ability), ...openAbilities];
    expect(abilities.filter((ability) => keyCan([scope], ability)).toSorted()).toEqual(allowed);
  });

  it("with several scopes can do what each allows; without one, nothing", () => {
    expect([keyCan(["picks.draft", "propicks.publish"], "propicks.publish"), keyCan([], "picks.look-up")]).toEqual([
      true,
      false,
    ]);
    expect(scopes).toEqual(["picks.draft", "picks.publish", "propicks.draft", "propicks.publish", "results.write"]);
  });
});

it("isRole accepts the four roles, in lower case only", () => {
  expect(roles).toEqual(["user", "propicksmanager", "admin", "superadmin"]);
  expect(roles.every(isRole)).toBe(true);
  expect(["", "User", "ADMIN", " admin", "root", "toString", "__proto__"].some(isRole)).toBe(false);
});

it("isStaff is true for all roles except user", () => {
  expect([null, ...roles.map((role) => ({ role, lapsed: false }))].map(isStaff)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(isStaff({ role: "admin", lapsed: false, twoFactorDue: true })).toBe(true);
});

it("only a member can be lapsed", () =>
  expect(roles.map((role) => isLapsed({ role, lapsed: true }))).toEqual([true, false, false, false]));

it("a new account has the role user", () => expect(memberRole).toBe("user"));
