import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const program = join(import.meta.dirname, "../../support/record-heap.ts");

// It is about 400. The whole history of a pick takes more than 2,000.
it("the record keeps at most 700 bytes of a pick in memory", () => {
  const bytes = Number(execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" }));
  expect(bytes).toBeGreaterThan(100);
  expect(bytes).toBeLessThan(700);
});
