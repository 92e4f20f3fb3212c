/**
 * Puts the browser's scripts into few files. The framework's build makes one for each set of pages that share something: a first visit asks for
 * twenty, most of them smaller than the headers that they come with. Here they become few, and each is made smaller once more: see chunkOf.
 *
 * From the list of routes that every page loads go those of the API, of files, of health checks and of the page without scripts: no link or
 * form of a page is followed by the browser's router to one of them, and a phone would parse 9 KB more for nothing. The server keeps its own.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "rollup";
import { rollup } from "rollup";
import { minify } from "terser";
import config from "../remix.config.js";

const root = join(import.meta.dirname, "..");
const folder = join(root, "public/build");
const address = "/build/";
const opening = "window.__remixManifest=";
const named = ["libraries", "root", "pages", "apart"] as const;
/** The page that members open most. */
const firstPage = "routes/dashboard";
/** Those of staff, and the profile: what only they share is on no phone that looks at picks. */
const apart = /^routes\/(?:admin|profile)\b/;
/** So many pages share what goes into a file of its own, and so many what goes into the root if Today's Picks needs it. */
const [many, several] = [13, 8];
/** A file of its own comes with 440 bytes of headers: not for so few bytes of Today's Picks. */
const tooFewBytes = 1000;
/** Nor for what is left where several pages import a module of the server's. */
const nextToNothingBytes = 200;

interface Module {
  module: string;
  path?: string;
  imports?: string[];
}

interface Manifest {
  url: string;
  version: string;
  entry: Module;
  routes: Record<string, Module>;
}

const given = readManifest();
const rootModule = routeOf("root");
const pages = Object.entries(given.routes).filter(([, route]) => hasScripts(route));
const sharing = countOf(importsIn(...pages.map(([, route]) => route)));
const elsewhere = new Set(importsIn(...pages.flatMap(([id, route]) => (apart.test(id) ? [] : [route]))));
const everywhere = new Set([rootModule.module, ...importsIn(given.entry, rootModule)]);
const onFirstPage = new Set(importsIn(routeOf(firstPage)));
const libraries = librariesIn(readFileSync(join(root, "build/metafile.js.json"), "utf8"));

const bundle = await rollup({ input: Object.fromEntries([given.entry, ...pages.map(([, route]) => route)].map(({ module }) => [nameOf(module), fileOf(module)])), preserveEntrySignatures: "allow-extension", plugins: [fromTheRoot(), withoutEmptyModules()] });
const { output } = await bundle.generate({
  format: "es", compact: true, hashCharacters: "base36", entryFileNames: "[name]-[hash:8].js", chunkFileNames: ({ name, isDynamicEntry }) => `_shared/${isDynamicEntry ? withoutHash(name) : isNamed(name) ? name : "part"}-[hash:8].js`,
  manualChunks: chunkOf, plugins: [smaller()],
});
const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part] as const] : [])));
const modules = new Map(Array.from(chunks.values(), ({ facadeModuleId, fileName }) => [facadeModuleId, { module: address + fileName, imports: importsOf(fileName).map((file) => address + file) }]));

for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) if (name.endsWith(".js")) rmSync(join(folder, name));
for (const { fileName, code } of chunks.values()) writeFileSync(join(folder, fileName), code);
const entry = moved(given.entry);
const routes = Object.fromEntries(pages.map(([id, route]) => [id, id === "root" ? moved(route) : moved(route, loadedAnyway())]));
const version = createHash("sha256").update(JSON.stringify([entry, routes])).digest("hex").slice(0, 8).toUpperCase();
const manifest = { ...given, entry, routes, version, url: `${address}manifest-${version}.js` };
// The router asks only whether a route has something, so what it does not have is left out.
writeFileSync(join(root, "public", manifest.url), `${opening}${JSON.stringify(manifest, (_name, value) => (value === false ? undefined : value))};`);
tellServer({ ...manifest, routes: { ...given.routes, ...routes } });

function readManifest(): Manifest {
  const [name, ...others] = readdirSync(folder).filter((name) => /^manifest-.*\.js$/.test(name));
  const text = name && others.length === 0 ? readFileSync(join(folder, name), "utf8") : "";
  if (!text.startsWith(opening)) throw new Error("There is not one list of routes in public/build, written as expected: the build has changed.");
  return JSON.parse(text.slice(opening.length).replace(/;\s*$/, ""));
}

function importsIn(...modules: Module[]): string[] {
  return modules.flatMap(({ imports = [] }) => imports);
}

function routeOf(id: string): Module {
  const route = given.routes[id];
  if (!route) throw new Error(`The list of routes has no ${id}: the build has changed.`);
  return route;
}

/** The server has the list in its build. */
function tellServer(all: Manifest): void {
  const file = join(root, "build/index.js");
  const text = readFileSync(file, "utf8");
  const [list] = /^var assets_manifest_default = \{.*\};$/m.exec(text) ?? [];
  if (!list) throw new Error("The server's build has no list of routes where it was: the build has changed.");
  writeFileSync(file, text.replace(list, () => `var assets_manifest_default = ${JSON.stringify(all)};`));
}

function hasScripts({ path = "" }: Module): boolean {
  return !path.startsWith("api/") && !path.endsWith(".csv") && !["healthz", "readyz", "offline"].includes(path);
}

/** The module where it is now. What each page loads anyway is not named for each again. */
function moved<Some extends Module>(some: Some, known: ReadonlySet<string> = new Set()): Some {
  const now = modules.get(fileOf(some.module));
  if (!now) throw new Error(`${some.module} was not written`);
  return { ...some, module: now.module, imports: now.imports.filter((file) => !known.has(file)) };
}

function loadedAnyway(): Set<string> {
  return new Set([given.entry, rootModule].map((module) => moved(module)).flatMap(({ module, imports = [] }) => [module, ...imports]));
}

/** All that comes along with the file. */
function importsOf(file: string, seen = new Set<string>()): string[] {
  for (const other of chunks.get(file)?.imports ?? []) {
    if (seen.has(other)) continue;
    seen.add(other);
    importsOf(other, seen);
  }
  return [...seen];
}

/**
 * Where a file of the framework's build goes. The libraries, which stay the same from release to release. The root: what every page loads, and
 * what Today's Picks shares with several, or is next to nothing. What many pages share, by itself where those are all pages apart. What
 * few share stays in files of their own (null).
 */
function chunkOf(file: string): (typeof named)[number] | null {
  const module = address + file.slice(folder.length + 1);
  const pages = sharing.get(module) ?? 0;
  if (libraries.has(basename(file))) return "libraries";
  if (everywhere.has(module) || (onFirstPage.has(module) && (pages >= several || (pages > 1 && statSync(file).size < tooFewBytes)))) return "root";
  if (pages > 1 && statSync(file).size < nextToNothingBytes) return "root";
  if (pages < many) return null;
  return elsewhere.has(module) ? "pages" : "apart";
}

function isNamed(name: string): boolean {
  return named.some((some) => some === name);
}

/** The files that hold nothing of ours: those of packages, and the compiler's own. */
function librariesIn(metafile: string): Set<string> {
  const { outputs }: { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> } = JSON.parse(metafile);
  const isTheirs = ({ inputs }: { inputs: object }) => Object.keys(inputs).every((path) => path.includes("node_modules/"));
  return new Set(Object.entries(outputs).filter(([, made]) => isTheirs(made)).map(([name]) => basename(name)));
}

/** The build's files name each other by their address. */
function fromTheRoot(): Plugin {
  return { name: "from the root", resolveId: (id) => (id.startsWith(address) ? fileOf(id) : null) };
}

/** Where a page imports one of the server's modules the framework's build leaves an empty one, and code that reads it. Marked as having no effect, both go. */
function withoutEmptyModules(): Plugin {
  const [made, read] = [/=([\w$]+\(\([\w$]+,([\w$]+)\)=>\{\2\.exports=\{\}\}\))/g, /=([\w$]+\()([\w$]+\(\),1\))/g];
  const pure = "/*@__PURE__*/";
  return { name: "without empty modules", transform: (code) => ({ code: code.replace(made, `=${pure}$1`).replace(read, `=${pure}$1${pure}$2`), map: null }) };
}

/** What the framework decides by a flag of its configuration is decided here, and what that makes useless goes. */
function smaller(): Plugin {
  const flags = { "@window.__remixContext.future.v3_singleFetch": String(Boolean(config.future?.v3_singleFetch)), "@window.__remixContext.isSpaMode": "false" };
  return {
    name: "smaller",
    renderChunk: async (code) => {
      const { code: less } = await minify(code, { module: true, ecma: 2020, compress: { ecma: 2020, passes: 3, global_defs: flags } });
      return less ?? null;
    },
  };
}

function nameOf(module: string): string {
  return withoutHash(module.slice(address.length, -".js".length));
}

function withoutHash(name: string): string {
  return name.replace(/-[A-Z0-9]{8}$/, "");
}

function fileOf(module: string): string {
  return join(folder, module.slice(address.length));
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
