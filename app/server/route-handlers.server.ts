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
  const handlers = new Map<string, RequestHandler>();
  return (pattern) => {
    const known = handlers.get(pattern);
    if (known || !patterns.has(pattern)) return known;
    const routes = routesOf(pattern, build.routes);
    const handler = answeringCalls(pattern, routes, createRequestHandler({ ...build, routes }, build.mode));
    handlers.set(pattern, handler);
    return handler;
  };
}

/** The routes with this pattern and what they stand in, and those for what has no route: the framework may read an odd address, such as //login, another way. */
export function routesOf(pattern: string, routes: Routes): Routes {
  const lines = Object.values(routes).filter((route) => route.path?.endsWith("*") || patternOf(route, routes) === pattern).map((route) => lineOf(route, routes));
  return Object.fromEntries(lines.flat().map((route) => [route.id, route]));
}

/**
 * A GET of the API that says nothing but its path has nothing for the framework to do: no parameter to find, no view, no refusal (endpoint()
 * answers those too). The resource answers by itself, which takes half as long.
 */
function answeringCalls(pattern: string, routes: Routes, handler: RequestHandler): RequestHandler {
  const route = Object.values(routes).find((each) => patternOf(each, routes) === pattern);
  const loader = route?.module.loader;
  if (!/^\/api\/[^:*]+$/.test(pattern) || !loader) return handler;
  return async (request, context = {}) => {
    const answer = request.method === "GET" && new URL(request.url).pathname === pattern && !request.url.includes("?") ? await loader({ request, params: {}, context }) : null;
    return answer instanceof Response ? answer : handler(request, context);
  };
}

function patternOf(route: Route, routes: Routes): string {
  return `/${lineOf(route, routes).map(({ path }) => path).filter(Boolean).join("/")}`;
}

/** A route and what it stands in, the outermost first. */
function lineOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...lineOf(parent, routes), route] : [route];
}
