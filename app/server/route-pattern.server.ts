/** Which route an address belongs to, as a pattern such as /partners/:token, read off the names of the route files. Part of guard.ts. */
import { readdirSync } from "node:fs";

interface Branch {
  pattern: string | null;
  below: Map<string, Branch>;
}

const anything = "*";

/** The patterns of the route files. */
export function routePatterns(): string[] {
  return readdirSync("app/routes").map((name) => patternOf(name.replace(/\.tsx?$/, "")));
}

/** Gives the pattern that an address belongs to: fixed words go before parameters, and "*" stands for what has no route. */
export function patternFinder(patterns: readonly string[]): (path: string) => string {
  const root: Branch = { pattern: null, below: new Map() };
  for (const pattern of patterns) plant(root, pattern);
  return (path) => find(root, path.split("/").filter(Boolean).map(decoded)) ?? `/${anything}`;
}

/** "admin.users.$id._index" is /admin/users/:id; what stands in brackets is meant literally. */
function patternOf(name: string): string {
  const segments = name.replace(/\[(.+?)\]/g, (_brackets, text: string) => text.replaceAll(".", "\0")).split(".").filter((segment) => segment !== "_index");
  return `/${segments.join("/").replace(/(^|\/)\$$/, `$1${anything}`).replace(/\$/g, ":").replaceAll("\0", ".")}`;
}

function plant(root: Branch, pattern: string): void {
  let branch = root;
  for (const segment of pattern.split("/").filter(Boolean)) {
    const key = segment.replace(/^:\w+/, ":");
    const next = branch.below.get(key) ?? { pattern: null, below: new Map() };
    branch.below.set(key, next);
    branch = next;
  }
  branch.pattern = pattern;
}

function find(branch: Branch, [word, ...rest]: string[]): string | null {
  if (word === undefined) return branch.pattern ?? branch.below.get(anything)?.pattern ?? null;
  for (const key of [word, `:${/\.\w+$/.exec(word)?.[0] ?? ""}`, ":"]) {
    const next = branch.below.get(key);
    const found = next && find(next, rest);
    if (found) return found;
  }
  return branch.below.get(anything)?.pattern ?? null;
}

/** Routes are matched without regard to case. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment;
  }
}
