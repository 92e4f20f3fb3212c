/** The text that explains a file of everything. Pure. */
import { exportedTables } from "./exported-tables.ts";
import { leftOutTables } from "./left-out-tables.ts";

interface Facts {
  siteName: string;
  /** ISO, UTC. */
  at: string;
  commit: string | null;
  migration: string;
}

export function readme(files: readonly { name: string; about: string }[], facts: Facts): string {
  const { siteName, at, commit, migration } = facts;
  const width = Math.max(...files.map(({ name }) => name.length)) + 2;
  return [
    `Everything of ${siteName}, begun at ${at} (UTC).`,
    `Program: ${commit === null ? "unknown commit" : `commit ${commit}`}, newest migration ${migration}.`,
    "",
    "These are personal data, and the content of picks whose games have not started. Keep the file as private as the",
    "database. It is no backup: it can't be restored. A backup has everything that is left out here, too.",
    "",
    "FILES",
    "",
    ...files.map(({ name, about }) => `${name.padEnd(width)}${about}`),
    "",
    "Times are UTC in ISO 8601, dates YYYY-MM-DD, money whole cents, 1 = yes and 0 = no, except in the files for people",
    "(picks/regular.csv, picks/pro.csv, audit.csv). CSV is UTF-8 with a line of names first; an unknown value is empty.",
    "In CSV an apostrophe stands before text that a spreadsheet would run as a formula. A .jsonl file has one JSON object",
    "a line, where texts are as they are. user_id is the id in people/users.csv, pick_id that in picks/every-column.jsonl.",
    "",
    "The files were read one after the other while the site was running. What changed meanwhile may be in a later file and",
    "not in an earlier one. picks/ledger.json is whole up to the head that it names. Check it with",
    "    npm run verify -- picks/ledger.json",
    "",
    "LEFT OUT",
    "",
    ...leftOut().map((line) => `- ${line}`),
    "",
  ].join("\r\n");
}

function leftOut(): string[] {
  const tables = Object.entries<string>(leftOutTables);
  const namesFor = (reason: string) => tables.flatMap(([name, its]) => (its === reason ? [name] : [])).join(", ");
  const reasons = new Set(tables.map(([, reason]) => reason));
  const columns = Object.entries(exportedTables).flatMap(([name, { without = {} }]) =>
    Object.entries(without).map(([column, reason]) => `${name}.${column}: ${reason}`),
  );
  return [...[...reasons].map((reason) => `${namesFor(reason)}: ${reason}`), ...columns];
}
