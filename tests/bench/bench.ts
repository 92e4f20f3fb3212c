/** `npm run bench` measures the product against its targets: docs/performance.md says how, and which. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBrowser } from "./browser.ts";
import { generator } from "./generators.ts";
import { measureEngines } from "./engines.ts";
import { measureHistory } from "./history.ts";
import { measureRecord } from "./record.ts";
import { type Figure, compare, markdownTable, others, ratioOf, shown, table } from "./report.ts";
import { buildAll } from "./servers.ts";
import { targets } from "./targets.ts";
import { measureUnderLoad } from "./under-load.ts";
import { measureWrites } from "./writes.ts";

type Part = (quick: boolean, say: (text: string) => void) => Promise<Figure[]>;

const parts: Readonly<Record<string, Part>> = {
  server: measureUnderLoad,
  history: measureHistory,
  record: measureRecord,
  writes: measureWrites,
  browser: measureBrowser,
  // Alone, with --postgres.
  engines: measureEngines,
};

const { values } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    out: { type: "string", default: join(".cache", "bench.json") },
  },
});
const chosen =
  values.only?.split(",") ?? (values.postgres ? ["engines"] : Object.keys(parts).filter((name) => name !== "engines"));
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const began = performance.now();
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);
say("building");
buildAll();
const figures: Figure[] = [];
for (const name of chosen) {
  say(name);
  figures.push(...((await parts[name]?.(values.quick, say)) ?? []));
}
const isWhole = values.only === undefined && !values.postgres;
const lines = compare(targets, figures).filter(({ verdict }) => isWhole || verdict !== "not measured");
const conditions = {
  node: process.version,
  processor: cpus()[0]?.model ?? "",
  cores: cpus().length,
  generator,
  load: loadavg(),
  quick: values.quick,
  at: new Date().toISOString(),
};
mkdirSync(join(values.out, ".."), { recursive: true });
writeFileSync(
  values.out,
  `${JSON.stringify({ conditions, lines, figures, markdown: markdownTable(lines) }, null, 2)}\n`,
);

if (lines.length > 0) console.log(`\n${table(lines)}\n`);
for (const figure of others(targets, figures))
  console.log(
    `${figure.id}: ${shown(figure.value)}${figure.reference === undefined ? "" : `, reference ${shown(figure.reference)}, ratio ${ratioOf(figure)?.toFixed(2)}`}${figure.remark ? ` (${figure.remark})` : ""}`,
  );
console.log(
  `\nNode ${conditions.node}, ${conditions.cores} cores (${conditions.processor}), requests from ${generator}, load ${conditions.load.map((load) => load.toFixed(1)).join(" ")}. Written to ${values.out}.`,
);
