import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const lines = readFileSync(join(import.meta.dirname, "..", "docs", "security.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2);
const named = (line: string) => [...(line.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");

it("every promise of docs/security.md names existing tests", () => {
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => named(line).length === 0)).toEqual([]);
  expect(lines.flatMap(named).filter((path) => !existsSync(join(import.meta.dirname, path)))).toEqual([]);
});
