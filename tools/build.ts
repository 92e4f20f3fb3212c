/** Runs the Remix build, and joins packages of many files. A failed build restores the previous one, which a server may be running from. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { joinedFile, joinedPackages } from "../app/server/joined-packages.server.ts";

/** Gives a route back what its key says: `k` is "routes/picks.$id", `m.modules` has the hash of each route's own file, `m.hashes` of those that routes import. */
const restoring = [
  "const m=window.__remixManifest;let n=0;",
  "for(const[k,r]of Object.entries(m.routes)){",
  'r.id=k;if(k!="root"){r.parentId="root";r.hasAction=r.hasLoader=!0}r.module="/build/"+k+"-"+m.modules.substr(8*n++,8)+".js";r.imports=r.imports?.map(i=>"/build/_shared/chunk-"+m.hashes.substr(8*i,8)+".js");',
  'r.path??=k.slice(7).replace(/\\.?_index$/,"").replace(/\\./g,"/").replace(/\\$(\\w*)/g,(_,n)=>n?":"+n:"*").replace(/\\((.+)\\)/,"$1?")||undefined',
  "}",
].join("");

const root = join(import.meta.dirname, "..");
process.chdir(root);
// Node's compile cache of the previous build.
rmSync("build/cache", { recursive: true, force: true });

// Remix deletes the browser's files before it writes new ones.
const backup = ".cache/build-before";
rmSync(backup, { recursive: true, force: true });
const folders = ["build", "public/build"].filter((folder) => existsSync(folder));
for (const folder of folders) cpSync(folder, join(backup, folder), { recursive: true });
try {
  await buildWithRemix();
  leaveOutEmptyFiles();
  shortenRouteList();
  linkLicenses();
  for (const name of joinedPackages) await joinPackage(name);
  writeFileSync("build/built.json", JSON.stringify({ at: new Date().toISOString(), commit: commitHere() }));
  // The server has no fonts of its own: drawn pictures need one.
  cpSync(
    fileURLToPath(import.meta.resolve("@expo-google-fonts/archivo-narrow/700Bold/ArchivoNarrow_700Bold.ttf")),
    "build/share-font.ttf",
  );
} catch (error) {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(backup, folder), folder);
  }
  console.error(error);
  if (folders.length > 0) console.error("The previous build was restored.");
  process.exitCode = 1;
} finally {
  rmSync(backup, { recursive: true, force: true });
}

/** Null outside of a clone, such as in a container. */
function commitHere(): string | null {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

async function buildWithRemix(): Promise<void> {
  const remix = spawn(process.execPath, [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "build"], {
    stdio: "inherit",
  });
  const [status] = await once(remix, "close");
  if (status !== 0) throw new Error(`The Remix build ended with code ${status}.`);
}

/**
 * A shared file whose code all went to the server is empty, and still a request of each page. Nothing names it any more;
 * it stays for pages of the build before.
 */
function leaveOutEmptyFiles(): void {
  const shared = "public/build/_shared";
  const empty = readdirSync(shared).filter((name) => name.endsWith(".js") && statSync(join(shared, name)).size === 0);
  const scripts = readdirSync("public/build", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join("public/build", name));
  for (const path of ["build/index.js", ...scripts]) {
    let script = readFileSync(path, "utf8");
    for (const address of empty.map((name) => `"/build/_shared/${name}"`)) {
      script = script
        .replaceAll(`import${address};`, "")
        .replaceAll(new RegExp(`, ?${address}|${address}(?:, ?)?`, "g"), "");
      if (script.includes(address)) throw new Error(`${path} still names the empty file ${address}.`);
    }
    writeFileSync(path, script);
  }
}

interface Route {
  id: string;
  parentId?: string;
  hasAction: boolean;
  hasLoader: boolean;
  path?: string;
  module: string;
  imports?: string[];
}

/**
 * The list of routes that browsers load has no API calls, files and health checks: no link opens them in place, and they are most of its routes.
 * The others leave out what their keys say and what all have, and name a file that many import once.
 */
function shortenRouteList(): void {
  for (const name of readdirSync("public/build").filter((file) => /^manifest-.*\.js$/.test(file))) {
    const path = join("public/build", name);
    const [, start = "", list = "", end = ""] = /^([^{]*)(.*\})([^}]*)$/s.exec(readFileSync(path, "utf8")) ?? [];
    const manifest: { routes: Record<string, Route> } = JSON.parse(list);
    const linked = Object.entries(manifest.routes).filter(
      ([id]) => !/^routes\/(?:api\.|healthz|readyz)|\[\.\]/.test(id),
    );
    const files = [...new Set(linked.flatMap(([, { imports = [] }]) => imports))];
    // Only the hash in a shared file's name is not the same in all of them.
    const hashes = files.map((file) => /^\/build\/_shared\/chunk-(\w{8})\.js$/.exec(file)?.[1] ?? file).join("");
    const routes = linked.map(([id, route]) => [
      id,
      {
        ...route,
        id: undefined,
        // Each page is the root's child and has both.
        ...(id === "root" ? {} : { parentId: undefined, hasAction: undefined, hasLoader: undefined }),
        path: id === "root" ? route.path : undefined,
        module: undefined,
        imports: route.imports?.map((file) => files.indexOf(file)),
      },
    ]);
    const modules = linked.map(([id, { module }]) => module.slice(`/build/${id}-`.length, -".js".length)).join("");
    // A flag that is off need not be sent.
    const shorter = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes), modules, hashes }).replace(
      /,"has\w+":false/g,
      "",
    );
    const script = `${start}${shorter}${end}${restoring}`;
    expectSame(script, Object.fromEntries(linked));
    writeFileSync(path, script);
  }
}

function expectSame(script: string, routes: Record<string, Route>): void {
  const window: { __remixManifest?: { routes: Record<string, Route> } } = {};
  runInNewContext(script, { window });
  const facts = (route: Route | undefined) => {
    const { id, parentId, path, module, imports, hasAction = false, hasLoader = false } = route ?? {};
    return JSON.stringify([id, parentId, path, module, imports, hasAction, hasLoader]);
  };
  for (const [id, route] of Object.entries(routes)) {
    if (facts(window.__remixManifest?.routes[id]) !== facts(route)) throw new Error(`The list of routes lost ${id}.`);
  }
}

/** The packages' licenses get a file of their own, which the script names: each page would load them. */
function linkLicenses(): void {
  const folder = "public/build/_shared";
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const path = join(folder, name);
    const [script = "", licenses] = readFileSync(path, "utf8").split("/*! Bundled license information:");
    if (licenses === undefined) continue;
    writeFileSync(`${path}.txt`, licenses.replace(/\*\/\s*$/, ""));
    writeFileSync(path, `${script}/*! Licenses: ${name}.txt */\n`);
  }
}

/** The names of its exports stay, so that nothing else knows the difference. */
async function joinPackage(name: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(import.meta.resolve(name))],
    outfile: joinedFile(name),
    bundle: true,
    format: "esm",
    platform: "node",
    minifyWhitespace: true,
    logLevel: "warning",
  });
}
