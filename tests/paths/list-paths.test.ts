import { expect, it } from "vitest";
import { backToList, listPath } from "../../app/paths/paths.ts";

it("listPath keeps only the page and the search text of a list", () => {
  expect(listPath("/admin/picks/7", "")).toBe("/admin/picks/7");
  expect(listPath("/admin/picks/7", "?page=3&to=//evil.example")).toBe("/admin/picks/7?page=3");
  expect(listPath("/admin/users/7/delete", new URLSearchParams("page=2&q=a%26b"), { from: "list" })).toBe(
    "/admin/users/7/delete?q=a%26b&page=2&from=list",
  );
  expect(backToList("/admin/picks", { request: { url: "https://picks.example/admin/picks/7?page=3&x=1" } })).toBe(
    "/admin/picks?page=3",
  );
});
