import type { RequestHandler, ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = Routes[string];

/**
 * Gives the handler for a route's pattern, such as /partners/:token; undefined where no route has it. The framework matches each address
 * against all of its routes, two or three times: whoever knows the pattern lets it look at the two or three that have it.
 */
export function handlersOf(build: ServerBuild): (pattern: string) => RequestHandler | undefined {
  const patterns = new Set(Object.values(build.routes).map((route) => patternOf(route, build.routes)));
  const handlers = new Map([...patterns].map((pattern) => [pattern, createRequestHandler({ ...build, routes: routesOf(pattern, build.routes) }, build.mode)]));
  return (pattern) => handlers.get(pattern);
}

/** The routes with this pattern and what they stand in, and those for what has no route: the framework may read an odd address, such as //login, another way. */
export function routesOf(pattern: string, routes: Routes): Routes {
  const lines = Object.values(routes).filter((route) => route.path?.endsWith("*") || patternOf(route, routes) === pattern).map((route) => lineOf(route, routes));
  return Object.fromEntries(lines.flat().map((route) => [route.id, route]));
}

function patternOf(route: Route, routes: Routes): string {
  return `/${lineOf(route, routes).map(({ path }) => path).filter(Boolean).join("/")}`;
}

/** A route and what it stands in, the outermost first. */
function lineOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...lineOf(parent, routes), route] : [route];
}
