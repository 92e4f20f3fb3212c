/**
 * Remix 2's router flattens, ranks and compiles all routes for each match and tries one after the other, and it matches
 * twice a request: a third of a page's CPU. Its later major versions rank once and keep the result. This brings the idea to
 * the pinned version: three places in its source are replaced while Node loads it. Part of guard.ts.
 */
import { type LoadHookContext, type LoadFnOutput, registerHooks } from "node:module";

type NextLoad = (url: string, context?: Partial<LoadHookContext>) => LoadFnOutput;

const routerFile = /\/@remix-run\/router\/dist\/router\.cjs\.js$/;
const places: readonly [before: string, after: string][] = [
  ["let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);", "let branches = rankedBranches(routes);\n"],
  [
    "let decoded = decodePath(pathname);\n  for",
    "let decoded = decodePath(pathname);\n  if (!allowPartial) return firstMatch(branches, decoded);\n  for",
  ],
  ["= compilePath(pattern.path, pattern.caseSensitive, pattern.end)", "= compiledPattern(pattern)"],
];
const added = `
const branchesByRoutes = new WeakMap();
function rankedBranches(routes) {
  const known = branchesByRoutes.get(routes);
  if (known) return known;
  const branches = flattenRoutes(routes);
  rankRouteBranches(branches);
  branchesByRoutes.set(routes, branches);
  return branches;
}
// A path matches the same branch each time. Short paths are remembered, 1,000 of them.
const branchesByPath = new WeakMap();
function firstMatch(branches, pathname) {
  const remembered = branchesByPath.get(branches) ?? new Map();
  branchesByPath.set(branches, remembered);
  const known = remembered.get(pathname);
  if (known) return matchRouteBranch(known, pathname);
  const branch = branches.find((each) => matchRouteBranch(each, pathname) !== null);
  if (branch === undefined) return null;
  if (remembered.size >= 1000) remembered.clear();
  if (pathname.length <= 100) remembered.set(pathname, branch);
  return matchRouteBranch(branch, pathname);
}
// Only the patterns of routes come here, so their number is fixed.
const patterns = new Map();
function compiledPattern({ path, caseSensitive, end }) {
  const key = (caseSensitive ? "A" : "a") + (end ? "$" : "/") + path;
  const known = patterns.get(key);
  if (known) return known;
  const compiled = compilePath(path, caseSensitive, end);
  patterns.set(key, compiled);
  return compiled;
}
`;
let isReplaced = false;
let hooks: { deregister: () => void } | undefined;

/** Call it before the router is loaded. Loading throws if the router is not the version that this fits. */
export function rankRoutesOnce(): void {
  hooks = registerHooks({ load });
}

/** Throws if the router was loaded without it. */
export function expectRoutesRankedOnce(): void {
  if (!isReplaced)
    throw new Error("The router was loaded before rank-routes-once.server.ts, and ranks all routes for each request.");
}

function load(url: string, context: LoadHookContext, next: NextLoad): LoadFnOutput {
  const loaded = next(url, context);
  if (!routerFile.test(url)) return loaded;
  isReplaced = true;
  // Every module that is loaded with a hook takes longer.
  hooks?.deregister();
  return { ...loaded, source: withRankedOnce(String(loaded.source)) };
}

function withRankedOnce(source: string): string {
  let changed = source;
  for (const [before, after] of places) {
    if (changed.split(before).length !== 2)
      throw new Error(`The router's source has not exactly one "${before}": see rank-routes-once.server.ts.`);
    changed = changed.replace(before, after);
  }
  return changed + added;
}
