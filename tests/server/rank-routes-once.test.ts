import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Loads the router in a process of its own: here it may be loaded already. */
function inNode(script: string): string {
  const start = `
    import { createRequire } from "node:module";
    const { expectRoutesRankedOnce, rankRoutesOnce } = await import("./app/server/rank-routes-once.server.ts");
    const loadRouter = () => createRequire(process.cwd() + "/")("@remix-run/router");`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", start + script], {
    encoding: "utf8",
    stdio: "pipe",
  });
}

const matching = `
  const { matchRoutes } = loadRouter();
  let reads = 0;
  const route = (path, children) => ({ id: path, get path() { reads += 1; return path; }, children });
  const routes = [route("/", [route("learn", [route(":topic")]), route("*"), route("Learn/new")])];
  const paths = ["/learn/new", "/learn/odds", "/LEARN/odds/", "/learn", "/none/at/all", "/learn/a%2Fb"];
  const found = [...paths, ...paths].map((path) => {
    const before = reads;
    const matches = matchRoutes(routes, path);
    return { path, reads: reads - before, matches: matches.map(({ params, pathname, route: { id } }) => [id, params, pathname]) };
  });
  console.log(JSON.stringify(found));`;

interface Found {
  path: string;
  reads: number;
  matches: unknown;
}

test("the router reads a list of routes once, and finds the same as before", () => {
  const once: Found[] = JSON.parse(inNode(`rankRoutesOnce(); ${matching} expectRoutesRankedOnce();`));
  const each: Found[] = JSON.parse(inNode(matching));
  expect(once.map(({ path, matches }) => ({ path, matches }))).toEqual(
    each.map(({ path, matches }) => ({ path, matches })),
  );
  const [first, ...later] = once.map(({ reads }) => reads);
  expect(first).toBeGreaterThan(0);
  expect(new Set(later)).toEqual(new Set([0]));
  expect(each.every(({ reads }) => reads > 0)).toBe(true);
});

test("a router that was loaded before is found out", () => {
  expect(() => inNode("loadRouter(); rankRoutesOnce(); expectRoutesRankedOnce();")).toThrow("was loaded before");
});

test("another version of the router is refused when it is loaded", () => {
  const asOther = `
    const { registerHooks } = await import("node:module");
    registerHooks({ load: (url, context, next) =>
      url.endsWith("/router.cjs.js") ? { format: "commonjs", source: "exports.matchRoutes = null", shortCircuit: true } : next(url, context) });
    rankRoutesOnce();
    loadRouter();`;
  expect(() => inNode(asOther)).toThrow("has not exactly one");
});
