import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as kysely from "kysely";
import { expect, test } from "vitest";
import * as zod from "zod";
import { joinedFile, joinedPackages } from "../../../app/server/joined-packages.server.ts";

const installed = { kysely, zod };

test.each(joinedPackages)("a build has %s in one file, with the names that the package has", async (name) => {
  const joined: object = await import(/* @vite-ignore */ joinedFile(name));
  expect(Object.keys(joined).sort()).toEqual(Object.keys(installed[name]).sort());
});

test.each(joinedPackages)("a server loads %s as one file", (name) => {
  const script = `
    import { registerHooks } from "node:module";
    const { loadJoinedPackages } = await import("./app/server/joined-packages.server.ts");
    loadJoinedPackages();
    const files = [];
    registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
    await import("${name}");
    console.log(JSON.stringify(files.filter((url) => url.startsWith("file:"))));`;
  const files: string[] = JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", stdio: "pipe" }),
  );
  expect(files.map((url) => url.replace(/.*\/build\//, "build/"))).toEqual([`build/packages/${name}.js`]);
});

test("a server keeps its programs with one byte a letter: one beyond ASCII makes Node take two for all of them", () => {
  for (const path of ["build/index.js", ...joinedPackages.map(joinedFile)])
    expect([path, /[^\0-\x7f]/u.exec(readFileSync(path, "utf8"))?.[0] ?? ""]).toEqual([path, ""]);
});
