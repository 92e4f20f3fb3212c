import { describe, expect, it } from "vitest";
import {
  affiliatePath,
  affiliateRequestAnswerPath,
  affiliatePagePath,
  payoutFilePath,
  referralLink,
} from "../../app/paths/affiliates.ts";
import { deletePickPath, editPickPath, afterSignInPath, managerPath, withQuery } from "../../app/paths/paths.ts";
import { roles } from "../../app/policy.ts";

it("members land on Today's Picks, and staff in the staff area", () => {
  expect(roles.map((role) => afterSignInPath({ role, lapsed: false }, undefined))).toEqual([
    "/dashboard",
    "/admin",
    "/admin",
    "/admin",
  ]);
});

it("a member whose membership has ended lands on the profile", () => {
  expect(roles.map((role) => afterSignInPath({ role, lapsed: true }, undefined))).toEqual([
    "/profile",
    "/admin",
    "/admin",
    "/admin",
  ]);
});

it("each stream has a manager, an edit and a delete page", () => {
  expect([managerPath("regular"), editPickPath("regular", 7), deletePickPath("regular", 7)]).toEqual([
    "/admin/picks",
    "/admin/picks/7",
    "/admin/picks/7/delete",
  ]);
  expect([managerPath("pro"), editPickPath("pro", 7), deletePickPath("pro", 7)]).toEqual([
    "/admin/propicks",
    "/admin/propicks/7",
    "/admin/propicks/7/delete",
  ]);
});

it("an affiliate has its pages and links", () => {
  expect([affiliatePath(7, "edit"), affiliateRequestAnswerPath(7, "dismiss"), payoutFilePath(7)]).toEqual([
    "/admin/affiliates/7/edit",
    "/admin/affiliates/requests/7/dismiss",
    "/admin/affiliates/payouts/7.csv",
  ]);
  expect([referralLink("https://picks.example", "AB3DEFGH"), affiliatePagePath("secret_-")]).toEqual([
    "https://picks.example/signup?ref=AB3DEFGH",
    "/partners/secret_-",
  ]);
});

describe("withQuery", () => {
  it.each([
    ["", { page: "2" }, "/history?page=2"],
    ["?sport=NBA&page=3", { page: "4" }, "/history?sport=NBA&page=4"],
    ["?sport=NBA&page=3", { page: "" }, "/history?sport=NBA"],
    ["?page=3", { page: "" }, "/history"],
    ["?sport=NBA", {}, "/history?sport=NBA"],
    ["", { date: "11/21/2026", x: "a&b=c" }, "/history?date=11%2F21%2F2026&x=a%26b%3Dc"],
    ["?page=1&page=2", { page: "3" }, "/history?page=3"],
  ])("turns %j with %j into %s", (search, changes, url) => expect(withQuery("/history", search, changes)).toBe(url));

  it("does not change the given parameters", () => {
    const query = new URLSearchParams("page=1");
    withQuery("/history", query, { page: "2" });
    expect(query.toString()).toBe("page=1");
  });
});
