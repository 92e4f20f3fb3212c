/** Rewrites the ledger of a database the way its operator could: its triggers are gone meanwhile. */
import { canonicalJson } from "../../../app/models/ledger/canonical.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import type { Served } from "../ledger.ts";

/** The rows are in the order of `entries`, whatever number an entry claims; a missing number stays missing. */
export function rewriteLedger(path: string, entries: readonly Served[]): void {
  const { sqlite } = openDatabase(path);
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'trigger' and tbl_name in ('ledger', 'reveals')",
    )
    .all();
  for (const { name } of triggers) sqlite.exec(`drop trigger ${name}`);
  sqlite.exec("delete from reveals; delete from ledger;");
  const entry = sqlite.prepare("insert into ledger (seq, at, type, ref, body, hash) values (?, ?, ?, ?, ?, ?)");
  const reveal = sqlite.prepare("insert into reveals (entry, salt, content) values (?, ?, ?)");
  const numbers = entries.map(({ seq }) => seq);
  const isAscending = numbers.every((seq, index) => index === 0 || seq > (numbers[index - 1] ?? 0));
  for (const [index, { hash, reveal: sealed, ...body }] of entries.entries()) {
    const seq = isAscending ? body.seq : index + 1;
    entry.run(seq, body.at, String(body.type), String(body.ref), canonicalJson(body), hash);
    if (sealed) reveal.run(seq, sealed.salt, canonicalJson(sealed.content));
  }
  for (const trigger of triggers) sqlite.exec(trigger.sql);
  sqlite.close();
}
