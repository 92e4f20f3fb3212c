/**
 * Puts what the server is started with into few files: the framework's build and app/server/guard.ts, with the packages that come in hundreds of
 * files. Node would read each by itself, and our TypeScript through a compiler: half of a start, and a quarter of an idle server's memory.
 * What both use stands in files that both import, once. In development none of this is used.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { build, transform } from "esbuild";

const folder = "build";
const inHundredsOfFiles = /^(?:kysely|zod)(?:\/|$)/;

const otherPackagesStay: Plugin = {
  name: "other packages stay",
  setup: ({ onResolve }) => onResolve({ filter: /^[^./]/ }, ({ path, kind }) => (kind === "entry-point" || inHundredsOfFiles.test(path) ? null : { path, external: true })),
};

// zod speaks some sixty languages; its own words are never shown, and English is what it needs to start.
const oneLanguage: Plugin = {
  name: "one language",
  setup: ({ onResolve }) => onResolve({ filter: /locales\/index\.js$/ }, ({ resolveDir }) => (/[/\\]zod[/\\]/.test(resolveDir) ? { path: join(resolveDir, "../locales/en.js") } : null)),
};

for (const file of parts()) rmSync(file);
await build({
  entryPoints: { index: join(folder, "index.js"), guard: "app/server/guard.ts" }, outdir: folder, allowOverwrite: true, chunkNames: "part-[hash]",
  bundle: true, splitting: true, format: "esm", platform: "node", target: "node24", plugins: [oneLanguage, otherPackagesStay], logLevel: "warning",
});

// Nobody reads the packages' own lines, and each start parses them. Ours stay as they are, so an error's lines can be read.
for (const file of parts()) {
  const text = readFileSync(file, "utf8");
  if (!text.includes("\n// node_modules/")) continue;
  const { code } = await transform(text, { minifyWhitespace: true, minifySyntax: true, target: "node24" });
  writeFileSync(file, code);
}

function parts(): string[] {
  return readdirSync(folder).filter((name) => /^part-.*\.js$/.test(name)).map((name) => join(folder, name));
}
