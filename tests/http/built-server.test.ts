import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("build").filter((name) => name.endsWith(".js"));
const asked = new Map(files.map((name) => [name, [...readFileSync(join("build", name), "utf8").matchAll(/^\s*(?:import|export)\b[^"';]*?["']([^"']+)["'];?$/gm)].map(([, from = ""]) => from)]));

test("the built server comes in few files, asks for none of the packages that come in hundreds, and for no TypeScript", () => {
  expect(files.length).toBeLessThan(20);
  expect([asked.get("index.js")?.length, asked.get("guard.js")?.length]).toEqual([expect.toSatisfy((count) => count > 5), expect.toSatisfy((count) => count > 3)]);
  expect([...asked].flatMap(([name, from]) => from.filter((path) => /^(kysely|zod)(\/|$)|\.tsx?$/.test(path)).map((path) => `${name} ${path}`))).toEqual([]);
});

test("whatever is left of an earlier build is gone: each part is asked for", () => {
  const parts = files.filter((name) => name.startsWith("part-"));
  const dynamic = files.flatMap((name) => [...readFileSync(join("build", name), "utf8").matchAll(/import\("\.\/(part-[^"]+)"\)/g)].map(([, part = ""]) => part));
  expect(parts.filter((part) => !dynamic.includes(part) && ![...asked.values()].flat().includes(`./${part}`))).toEqual([]);
});
