import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../support/app/program.ts";
import { freePort, launch } from "../support/app/server.ts";

test("a failed build leaves the previous build as it was", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simline-build-"));
  try {
    for (const part of ["app", "db", "tools", "package.json", "remix.config.js", "tsconfig.json"])
      cpSync(part, join(folder, part), { recursive: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    const before = [
      "build/index.js",
      "build/version.txt",
      "public/build/manifest.js",
      "public/build/_assets/app.css",
    ].map((name) => join(folder, name));
    for (const name of before) {
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, "as it was");
    }
    writeFileSync(join(folder, "app/content.ts"), "export const words = nobody wrote this to an end");
    const { code, err } = await runProgram([join(folder, "tools/build.ts")]);
    expect([code, err]).toEqual([1, expect.stringContaining("app/content.ts")]);
    expect(before.map((name) => existsSync(name) && readFileSync(name, "utf8"))).toEqual(before.map(() => "as it was"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  ["no file", () => {}],
  ["an empty file", (path: string) => writeFileSync(path, "")],
])("a start that finds %s logs where it created a database, the next start does not", async (_what, prepare) => {
  const folder = mkdtempSync(join(tmpdir(), "simline-new-"));
  try {
    const path = join(folder, "mistyped.db");
    prepare(path);
    const port = await freePort();
    const outputs: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const server = await launch({ path, port });
      await server.end("SIGTERM");
      outputs.push(server.output());
    }
    expect(outputs.map((text) => text.includes(`A new, empty database was created: ${path}`))).toEqual([true, false]);
    expect(outputs.filter((text) => text.includes("was migrated"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
