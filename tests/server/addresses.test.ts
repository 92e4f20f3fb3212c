import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReadable, routeOf } from "../../app/server/addresses.server.ts";

/** Request targets that Node's parser accepts, mostly with characters that the router reads as slashes. */
const target = fc
  .array(
    fc.constantFrom(
      "/",
      "\\",
      "//",
      "\\\\",
      "/\\",
      ".",
      "..",
      "/..",
      "/x/..",
      "%2f",
      "%5c",
      "%2e",
      "login",
      "api",
      "x",
      ":",
      "@",
      "#",
      "?",
      ";",
      "a=b",
    ),
    { maxLength: 40 },
  )
  .map((parts) => `/${parts.join("")}`);

/** Steps of the router's regular expression for trailing slashes: quadratic in each run of slashes. */
function stepsOf(url: string): number {
  const runs = new URL(`http://any.host${url}`).pathname.match(/\/+/g) ?? [];
  return runs.reduce((sum, { length }) => sum + (length * (length + 1)) / 2, 0);
}

describe("a readable path", () => {
  it("costs the router at most one step per character", () => {
    fc.assert(
      fc.property(target, (url) => !isReadable(url) || stepsOf(url) <= url.length),
      { numRuns: 5000 },
    );
  });

  it.each([8_000, 15_000])("can't have a run of %i backslashes, which the router reads as slashes", (length) => {
    expect(isReadable(`/login${"\\".repeat(length)}x`)).toBe(false);
    expect(isReadable(`/login${"/\\".repeat(length / 2)}x`)).toBe(false);
  });

  it.each(["/", "/login", "/login?x=//", "/login#//", "/api/picks/1", "/x/../login", "/a\\b"])("can be %s", (url) =>
    expect(isReadable(url)).toBe(true),
  );
});

describe("the route of a request in the log", () => {
  it.each([
    ["/admin/users/17/role?x=1", "/admin/users/:id/role"],
    ["/admin/affiliates/payouts/9.csv", "/admin/affiliates/payouts/:id.csv"],
    [`/partners/${"Ab3-_".repeat(8)}xyz/months.csv`, "/partners/:token/months.csv"],
    [`/unsubscribe/${"abcdefgh".repeat(5)}`, "/unsubscribe/:token"],
    ["/somebody@example.test", "/:token"],
    ["/%70artners/x", "/:token/x"],
    ["/favicon.svg", "/favicon.svg"],
    ["/", "/"],
  ])("for %s is %s", (url, route) => expect(routeOf(url)).toBe(route));
});
