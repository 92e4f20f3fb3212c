import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Copies db/ without demo data, so that a test can change migrations. Returns the copy's migrate.ts. */
export function copyProgram(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "db"), join(folder, "db"), {
    recursive: true,
    filter: (path) => path !== join(root, "db", "demo"),
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return join(folder, "db", "migrate.ts");
}
