import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import { expect, it } from "vitest";
import { patternFinder, routePatterns } from "../../app/server/route-pattern.server.ts";

it("reads the names of the route files as the framework does", () => {
  const theirs = Object.values(flatRoutes("app")).map(({ path = "" }) => `/${path}`);
  expect(routePatterns().sort()).toEqual(theirs.sort());
});

const secret = "s".repeat(43);
it.each([
  ["/", "/"], ["", "/"], ["/login", "/login"], ["/LOGIN/", "/login"], ["/%6cogin", "/login"], ["//login", "/login"],
  [`/partners/${secret}`, "/partners/:token"], [`//Partners//${secret}`, "/partners/:token"], [`/partners/${secret}/months.csv`, "/partners/:token/months.csv"],
  [`/unsubscribe/${secret}`, "/unsubscribe/:token"], [`/unsubscribe/${secret}/more`, "/*"], [`/partner/${secret}`, "/*"], [`/${secret}`, "/*"], [`/%ff/${secret}`, "/*"],
  ["/admin/affiliates/new", "/admin/affiliates/new"], ["/admin/affiliates.csv", "/admin/affiliates.csv"],
  ["/admin/affiliates/payouts/7.csv", "/admin/affiliates/payouts/:id.csv"], ["/admin/affiliates/payouts/7", "/*"],
  ["/api/picks/7", "/api/picks/:id"], ["/api/picks/record", "/api/picks/record"], [`/api/${secret}/x`, "/api/*"], ["/api", "/api/*"],
  ["/__proto__/constructor", "/*"], ["http://evil.test/", "/*"], ["*", "/*"], ["/:/*", "/*"],
])("of %j is %j", (path, pattern) => expect(patternFinder(routePatterns())(path)).toBe(pattern));
