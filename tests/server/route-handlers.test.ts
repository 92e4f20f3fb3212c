import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { routesOf } from "../../app/server/route-handlers.server.ts";
import { patternFinder, routePatterns } from "../../app/server/route-pattern.server.ts";

type Routes = ServerBuild["routes"];

// The framework's own reading of the route files, with modules that nothing here looks into.
const all: Routes = { root: { id: "root", path: "", module: { default: () => null } } };
for (const { id, path, parentId, index } of Object.values(flatRoutes("app"))) all[id] = { id, path, parentId, index, module: { default: () => null } };

const patternOf = patternFinder(routePatterns());
const words = [...new Set(routePatterns().flatMap((pattern) => pattern.split("/")))].filter((word) => !/[:*]/.test(word));

test("every route is found by its pattern, alone with what it stands in", () => {
  for (const pattern of routePatterns()) {
    const routes = Object.values(routesOf(pattern, all));
    expect([pattern, routes.some(({ id }) => id === "root"), routes.length <= 5]).toEqual([pattern, true, true]);
  }
});

test("whatever the address, the framework matches the same routes with the same parameters as among all of them", () => {
  const segment = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...words) }, fc.constantFrom("7", "7.csv", "", ".", "..", "%2f", "%6cogin", "LOGIN", "Admin", "*", ":id", "-", "__proto__"), fc.webSegment());
  const address = fc.array(segment, { maxLength: 5 }).chain((segments) => fc.constantFrom("", "/").map((tail) => `/${segments.join("/")}${tail}`));
  fc.assert(fc.property(address, (written) => {
    const path = new URL(`http://simline.test${written}`).pathname;
    expect(matched(routesOf(patternOf(path), all), path)).toEqual(matched(all, path));
  }), { numRuns: 400 });
});

function matched(routes: Routes, path: string) {
  return matchRoutes(below(undefined, routes), path)?.map(({ route, params }) => ({ id: route.id, params }));
}

function below(parentId: string | undefined, routes: Routes): Parameters<typeof matchRoutes>[0] {
  return Object.values(routes).filter((route) => route.parentId === parentId).map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: below(id, routes) }));
}
