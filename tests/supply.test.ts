import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import lock from "../package-lock.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };

const names = z.record(z.string(), z.string()).default({});
const locked = z
  .record(
    z.string(),
    z.object({
      version: z.string(),
      integrity: z.string().default(""),
      hasInstallScript: z.boolean().default(false),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
    }),
  )
  .parse(Object.fromEntries(Object.entries(lock.packages).filter(([path]) => path !== "")));

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("the lockfile", () => {
  it("has a hash of every package", () => {
    expect(Object.keys(locked).length).toBeGreaterThan(500);
    expect(
      Object.entries(locked)
        .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
        .map(([path]) => path),
    ).toEqual([]);
  });

  it("is complete: it contains every dependency, for all platforms", () => {
    const missing = Object.entries(locked).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((dependency) => !isFoundFrom(path, dependency))
        .map((dependency) => `${path} wants ${dependency}`),
    );
    expect(missing).toEqual([]);
  });

  it("has only the versions of the overrides", () => {
    for (const [name, version] of Object.entries(manifest.overrides)) {
      const found = Object.entries(locked)
        .filter(([path]) => nameOf(path) === name)
        .map(([, entry]) => entry.version);
      expect([name, new Set(found)]).toEqual([name, new Set([version])]);
    }
  });
});

it("every package with an install script is in allowScripts", () => {
  const withScript = new Set(
    Object.entries(locked)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path)),
  );
  expect([...withScript].filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  // Every name needs a reason. better-sqlite3 has an install script that the lockfile does not record.
  expect(Object.keys(manifest.allowScripts).filter((name) => !withScript.has(name))).toEqual(["better-sqlite3"]);
});

// pg is one of them, which a program with a SQLite file never loads, and @resvg/resvg-js, loaded at the first picture. web-push and standardwebhooks speak protocols that others check bit by bit.
it("production has at most 24 direct dependencies", () =>
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(24));

it.each(["simline.service", "Dockerfile"])(
  "%s starts the server like npm start, without extra flags or variables",
  (name) => {
    const text = readFileSync(join(import.meta.dirname, "..", "deploy", name), "utf8");
    expect([
      manifest.scripts.start,
      text.includes(manifest.scripts.start),
      /--import|--max|NODE_ENV|NODE_OPTIONS|MALLOC/.test(text),
    ]).toEqual(["deploy/start.sh", true, false]);
  },
);

it.each(["Start", "Upgrade", "Roll back"])(
  'the section "%s" installs the systemd unit of the same version',
  (heading) => {
    const text = readFileSync(join(import.meta.dirname, "..", "docs", "self-hosting.md"), "utf8");
    const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
    expect(section).toMatch(
      /cp deploy\/simline\.service \/etc\/systemd\/system\/ && systemctl daemon-reload.*\s.*systemctl (?:enable --now|restart|start) simline/,
    );
  },
);

it("the tests in other time zones cover both ends of the calendar", () => {
  for (const zone of ["UTC", "America/New_York", "Asia/Tokyo", "Pacific/Kiritimati"])
    expect(manifest.scripts["test:zones"]).toContain(zone);
});

it("at least three thousand passwords are known as common", () => {
  const common = readFileSync(
    join(import.meta.dirname, "..", "app", "models", "sign-in", "common-passwords.txt"),
    "utf8",
  )
    .trimEnd()
    .split("\n");
  const refusedForThat = common.filter((password) => [...password].length >= 8);
  expect([
    new Set(common).size >= 3000,
    refusedForThat.length >= 3000,
    common.filter((password) => password !== password.normalize("NFKC").toLowerCase()),
  ]).toEqual([true, true, []]);
});

/** Node's lookup: next to the requiring package, then further up. */
function isFoundFrom(path: string, dependency: string): boolean {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    if (`${base === "" ? "" : `${base}/`}node_modules/${dependency}` in locked) return true;
    if (base === "") return false;
  }
}
