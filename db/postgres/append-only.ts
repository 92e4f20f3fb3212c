/** The triggers that keep the ledger append-only: whoever drops one may have rewritten what it kept. */
import { sql } from "kysely";
import type { Db } from "../database.ts";

interface Trigger {
  name: string;
  table: string;
  /** O: it runs. */
  enabled: string;
  definition: string;
  source: string;
}

/** Names in words each trigger that is gone, changed or switched off. */
export async function triggerProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<Trigger>`
    select tgname as name, tgrelid::regclass::text as "table", tgenabled as enabled, pg_get_triggerdef(t.oid) as definition, prosrc as source
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not tgisinternal and tgrelid in ('ledger'::regclass, 'reveals'::regclass)`.execute(db);
  const found = new Map(rows.map((row) => [row.name, row]));
  return expected.flatMap(({ name, events, body }) => {
    const there = found.get(name);
    if (there === undefined) return [`the trigger ${name} is gone`];
    const same =
      there.definition.replace(/ ON \w+\./, " ON ").endsWith(events) && normal(there.source) === normal(body);
    return same && there.enabled === "O" ? [] : [`the trigger ${name} is another one`];
  });
}

const refuses = "begin raise exception '% is append-only', tg_table_name; end";
/** As PostgreSQL prints them. */
const expected = [
  ...["ledger", "reveals"].map((table) => ({
    name: `${table}_is_append_only`,
    events: ` BEFORE DELETE OR UPDATE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION is_append_only()`,
    body: refuses,
  })),
  {
    name: "ledger_in_order",
    events: " BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_in_order()",
    body: `declare last record; begin
      select seq, at into last from ledger order by seq desc limit 1;
      if new.seq <> coalesce(last.seq, 0) + 1 or new.at < coalesce(last.at, '') then
        raise exception 'the ledger has no gap and no step back in time';
      end if;
      return new;
    end`,
  },
];

function normal(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
