import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the mode System has the values of the light mode", () => {
  const css = readFileSync("app/styles/tokens.css", "utf8");
  const valuesOf = (mode: string) =>
    /\{([^}]+)\}/.exec(css.slice(css.indexOf(`[data-theme="${mode}"]`)))?.[1]?.replace(/\s+/g, " ");
  expect(valuesOf("light")).toMatch(/--bg: #f5f6f8;/);
  expect(valuesOf("system")).toBe(valuesOf("light"));
});
