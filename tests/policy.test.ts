import { describe, expect, it } from "vitest";
import type { Ability, RoleAbility } from "../app/policy.ts";
import { can, isLapsed, isRole, isStaff, memberRole, openAbilities, roleAbilities, roles } from "../app/policy.ts";

/** Section 6 of the specification: who may, of user, propicksmanager, admin, superadmin. */
const table = {
  "picks.read": [true, true, true, true],
  "propicks.read": [true, true, true, true],
  "sidebar.read": [true, true, true, true],
  "learn.read": [true, true, true, true],
  "profile.read": [true, true, true, true],
  "profile.write": [true, true, true, true],
  "membership.manage": [true, false, false, false],
  "own.read": [true, true, true, true],
  "own.write": [true, true, true, true],
  "card.read": [true, true, false, false],
  "card.write": [true, false, false, false],
  "admin.enter": [false, true, true, true],
  "two-factor.manage": [false, true, true, true],
  "picks.manage": [false, false, true, true],
  "propicks.manage": [false, true, true, true],
  "learn.manage": [false, false, true, true],
  "sidebar.manage": [false, false, true, true],
  "affiliates.manage": [false, false, true, true],
  "users.manage": [false, false, false, true],
  "audit.read": [false, false, false, true],
  "server.watch": [false, false, false, true],
} as const satisfies Record<RoleAbility, readonly boolean[]>;

const rows = Object.keys(table).filter(isRoleAbility).map((ability) => ({ ability, allowed: table[ability] }));

function isRoleAbility(name: string): name is RoleAbility {
  return name in roleAbilities;
}

describe("the permission table", () => {
  it("has a row here for each ability, and no other", () => expect(Object.keys(roleAbilities).toSorted()).toEqual(Object.keys(table).toSorted()));

  it.each(rows)("says who may $ability", ({ ability, allowed }) => expect(roles.map((role) => can({ role, lapsed: false }, ability))).toEqual(allowed));

  it.each(rows)("leaves a member whose membership has ended the profile alone: $ability", ({ ability, allowed }) => {
    const left = ["profile.read", "profile.write", "membership.manage"].includes(ability);
    expect(roles.map((role) => can({ role, lapsed: true }, ability))).toEqual([left, ...allowed.slice(1)]);
  });

  it.each(rows)("leaves staff who must set up two-factor sign-in nothing but that: $ability", ({ ability }) => {
    expect(roles.slice(1).map((role) => can({ role, lapsed: false, twoFactorDue: true }, ability))).toEqual(Array(3).fill(ability === "two-factor.manage"));
  });

  it.each(rows)("lets no visitor $ability", ({ ability }) => expect(can(null, ability)).toBe(false));

  it.each(openAbilities)("lets anybody %s", (ability: Ability) => expect([can(null, ability), ...roles.map((role) => can({ role, lapsed: false }, ability))]).toEqual(Array(5).fill(true)));
});

it("knows the four roles, in lower case alone", () => {
  expect(roles).toEqual(["user", "propicksmanager", "admin", "superadmin"]);
  expect(roles.every(isRole)).toBe(true);
  expect(["", "User", "ADMIN", " admin", "root", "toString", "__proto__"].some(isRole)).toBe(false);
});

it("counts everybody but members as staff", () => {
  expect([null, ...roles.map((role) => ({ role, lapsed: false }))].map(isStaff)).toEqual([false, false, true, true, true]);
  expect(isStaff({ role: "admin", lapsed: false, twoFactorDue: true })).toBe(true);
});

it("lets the membership of members alone end", () => expect(roles.map((role) => isLapsed({ role, lapsed: true }))).toEqual([true, false, false, false]));

it("makes new accounts members", () => expect(memberRole).toBe("user"));
