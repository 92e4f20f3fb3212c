/**
 * Kysely comes as 255 files and zod as 95, which take a quarter of a start and 19 MB to load. The build joins each into
 * one file, and the server loads that. Part of guard.ts, and of tools/build.ts.
 */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const joinedPackages = ["kysely", "zod"] as const;

/** The path of the file that a build makes of the package. */
export function joinedFile(name: string): string {
  return join(import.meta.dirname, `../../build/packages/${name}.js`);
}

/** Call it before one of them is loaded. Without a build the packages load as they are installed. */
export function loadJoinedPackages(): void {
  const urls = new Map<string, string>(
    joinedPackages
      .filter((name) => existsSync(joinedFile(name)))
      .map((name) => [name, pathToFileURL(joinedFile(name)).href]),
  );
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = urls.get(specifier);
      return url === undefined ? next(specifier, context) : { url, format: "module", shortCircuit: true };
    },
  });
}
