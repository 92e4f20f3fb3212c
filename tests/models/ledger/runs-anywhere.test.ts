import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const room = join(import.meta.dirname, "..", "..", "..", "app", "models", "ledger");
const files = readdirSync(room, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.includes(".server."))
  .map((name) => ({ name, text: readFileSync(join(room, name), "utf8") }));

it("the check needs no Node, no clock and no chance: the server, browsers and the command line run the same files", () => {
  const elsewhere = /"node:|\bBuffer\b|\bprocess\.|new Date\(\)|Date\.now\(|Math\.random\(|\bcrypto\./;
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter(({ text }) => elsewhere.test(text)).map(({ name }) => name)).toEqual([]);
});
