/** Runs before the tests: one line for each engine that this machine lacks. */
import type { Engine } from "./driver.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

export const engines: readonly Engine[] = [webkit, firefox];

export default function setup(): void {
  for (const { name, missing } of engines) {
    const packages = missing();
    if (packages.length > 0) process.stdout.write(`${name} is skipped: install ${packages.join(" and ")}.\n`);
  }
}
