/** The triggers that keep the ledger append-only: whoever drops one may have rewritten what it kept. */
import { sql } from "kysely";
import type { Db } from "../database.ts";

const events = ["update", "delete"] as const;
const keeping = (["ledger", "reveals"] as const).flatMap((table) =>
  events.map((event): readonly [string, string] => [
    `${table}_no_${event}`,
    `create trigger ${table}_no_${event} before ${event} on ${table} begin select raise(abort, '${table} is append-only'); end`,
  ]),
);
/** The texts of the triggers by name, as SQLite keeps them. */
const appendOnlyTriggers: ReadonlyMap<string, string> = new Map([
  ...keeping,
  [
    "ledger_in_order",
    "create trigger ledger_in_order before insert on ledger when new.seq <> coalesce((select max(seq) from ledger), 0) + 1 or new.at < coalesce((select at from ledger order by seq desc limit 1), '') begin select raise(abort, 'the ledger has no gap and no step back in time'); end",
  ],
]);

/** Names in words each trigger that is gone or changed. */
export async function triggerProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_schema where type = 'trigger' and tbl_name in ('ledger', 'reveals')`.execute(
    db,
  );
  const found = new Map(rows.map(({ name, text }) => [name, normal(text)]));
  return [...appendOnlyTriggers].flatMap(([name, text]) => {
    const there = found.get(name);
    if (there === undefined) return [`the trigger ${name} is gone`];
    return there === normal(text) ? [] : [`the trigger ${name} is another one`];
  });
}

function normal(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
