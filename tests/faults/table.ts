/** Prints the results of the fault tests as a table at the end of the run. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    faultTable: string;
  }
}

export interface Finding {
  fault: string;
  rounds: number;
  acknowledged?: number;
  lost?: number;
  outageMs?: number;
  skipped?: string;
}

export function record(finding: Finding): void {
  appendFileSync(inject("faultTable"), `${JSON.stringify(finding)}\n`);
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "simline-faults-"));
  const file = join(folder, "table.jsonl");
  appendFileSync(file, "");
  project.provide("faultTable", file);
  return () => {
    const findings: Finding[] = readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    rmSync(folder, { recursive: true });
    if (findings.length > 0) process.stdout.write(`\n${tableLines(findings).join("\n")}\n`);
  };
}

function tableLines(findings: Finding[]): string[] {
  const number = (value: number | undefined) => (value === undefined ? "" : String(Math.round(value)));
  const rows = findings.map(({ fault, rounds, acknowledged, lost, outageMs, skipped }) =>
    skipped === undefined
      ? [fault, number(rounds), number(acknowledged), number(lost), number(outageMs)]
      : [fault, "skipped", skipped, "", ""],
  );
  const all = [["fault", "rounds", "acknowledged", "lost", "longest outage, ms"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...all.filter((row) => row[1] !== "skipped" || column < 2).map((row) => row[column]?.length ?? 0)),
  );
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
}
