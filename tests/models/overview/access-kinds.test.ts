import { expect, it } from "vitest";
import { type MemberAccess, accessKind } from "../../../app/models/overview/access-kinds.ts";
import type { Subscription } from "../../../app/models/billing/membership.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const [past, future] = ["2026-11-01T00:00:00.000Z", "2026-12-21T00:00:00.000Z"];
const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  id: "sub_1",
  status: "active",
  period_end: future,
  cancels_at: null,
  ended_at: null,
  refunded_at: null,
  ...changes,
});
const member: MemberAccess = { access_until: null, access_rule: "paid", age_confirmed_at: past };
const ending = { ...member, access_until: future };

it.each([
  ["pays", "paid", member, [subscription()]],
  ["pays, and was granted access too", "paid", { ...member, access_rule: "open" as const }, [subscription()]],
  [
    "pays, with a trial beside it",
    "paid",
    member,
    [subscription({ status: "trialing" }), subscription({ id: "sub_2" })],
  ],
  ["tries", "trial", member, [subscription({ status: "trialing" })]],
  ["has a failed card", "past-due", member, [subscription({ status: "past_due" })]],
  ["cancelled", "ending", ending, [subscription({ cancels_at: future })]],
  ["has access until a day that staff set", "granted", ending, []],
  ["has access without end from staff", "granted", { ...member, access_rule: "open" as const }, []],
  ["was made by staff", "granted", { ...member, age_confirmed_at: null }, []],
  ["paid by the link", "link", member, []],
  ["ended", null, { ...member, access_until: past }, [subscription({ status: "canceled", ended_at: past })]],
] as const)("a member who %s counts as %s", (_who, kind, access, own) => {
  expect(accessKind(access, own, now)).toBe(kind);
});
