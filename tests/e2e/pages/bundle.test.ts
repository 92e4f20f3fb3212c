import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { landing } from "../../../app/content.ts";
import { defaultTextOf } from "../../../app/models/site/default-texts.ts";
import { textNames } from "../../../app/models/site/site-texts.ts";

const folder = "public/build";
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
const scripts = files.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const inputs = inputsOf(readFileSync("build/metafile.js.json", "utf8"));
const manifest = manifestOf(scripts.find(({ name }) => name.startsWith("manifest-"))?.text ?? "");
const kilobyte = 1024;

interface Module {
  module: string;
  imports?: string[];
}

interface Manifest {
  url: string;
  entry: Module;
  routes: Record<string, Module & { id: string; path?: string }>;
}

function manifestOf(script: string): Manifest {
  return JSON.parse(runInNewContext(`const window = {}; ${script} JSON.stringify(window.__remixManifest)`));
}

function weightOf(route: Module): number {
  const modules = [manifest.entry, manifest.routes.root ?? manifest.entry, route];
  const addresses = new Set([manifest.url, ...modules.flatMap(({ module, imports = [] }) => [module, ...imports])]);
  return [...addresses].reduce((sum, address) => sum + gzippedBytes(readFileSync(join("public", address))), 0);
}

function inputsOf(metafile: string): { path: string; bytes: number }[] {
  const { outputs }: { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> } =
    JSON.parse(metafile);
  return Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput })),
  );
}

function gzippedBytes(text: Buffer): number {
  return gzipSync(text, { level: 9 }).length;
}

test("no server code reaches the browser", () => {
  expect(scripts.length).toBeGreaterThan(5);
  const serverSide = inputs.filter(
    ({ path, bytes }) => !path.startsWith("empty-module:") && bytes > 0 && /\.server\.|^db\/|^node:/.test(path),
  );
  expect(serverSide).toEqual([]);
});

test("the browser gets no server packages and no date or schema library", () => {
  const unwanted =
    /node_modules\/(zod|kysely|better-sqlite3|marked|sanitize-html|@node-rs|@remix-run\/node|remix-auth|date-fns|dayjs|luxon|moment)\//;
  expect(inputs.filter(({ path }) => unwanted.test(path))).toEqual([]);
});

test("the browser's scripts contain no database words, no setting names and no source maps", () => {
  const words = ["password_hash", "insertInto", "SESSION_SECRET", "DATABASE_PATH", "sourceMappingURL", "process.env."];
  const found = scripts.flatMap(({ name, text }) =>
    words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
  );
  expect(found).toEqual([]);
});

test("the browser's scripts contain no texts of the operator, which come with the page data", () => {
  const scriptsWith = (text: string) => scripts.filter((script) => script.text.includes(text)).length;
  const lines = textNames.flatMap((name) => defaultTextOf(name, true).split("\n")).filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => scriptsWith(line) > 0)).toEqual([]);
  expect(scriptsWith(landing.testimonialsNote)).toBe(1);
});

test("staff's code reaches no member", () => {
  const { outputs }: { outputs: Record<string, { inputs: Record<string, unknown> }> } = JSON.parse(
    readFileSync("build/metafile.js.json", "utf8"),
  );
  const members = Object.values(manifest.routes).filter(({ id }) => !id.startsWith("routes/admin"));
  const loaded = new Set(members.flatMap(({ module, imports = [] }) => [module, ...imports]));
  const components = Array.from(loaded, (address) => Object.keys(outputs[`public${address}`]?.inputs ?? {})).flat();
  expect(components).toContain("app/components/picks/pick-card.tsx");
  expect(components.filter((path) => /components\/(grading|import|keys|staff-picks|trail)\//.test(path))).toEqual([]);
});

const maxKilobytes = 110;

test("no page loads more than 110 KB gzip of scripts and manifest", () => {
  const pages = Object.values(manifest.routes).filter(({ id }) => id !== "root");
  expect(pages.filter((route) => weightOf(route) > maxKilobytes * kilobyte).map(({ id }) => id)).toEqual([]);
  expect(pages.length).toBeGreaterThan(10);
});
