/** Seals the demo's history with its own times: when a pick would have been published, and when its game was over. */
import { hourMs } from "../../app/time/durations.ts";
import { env } from "../../app/env.server.ts";
import { startOf } from "../../app/models/bets/started.ts";
import { type Head, type NewEntry, append, noHead } from "../../app/models/ledger/chain/append.server.ts";
import { refOf } from "../../app/models/ledger/ledger-entry.ts";
import { gradeOfRow } from "../../app/models/ledger/chain/pick-changes.ts";
import { contentOf } from "../../app/models/ledger/sealed-content.ts";
import { gradeToWrite } from "../../app/models/ledger/verified-grade.ts";
import type { Db } from "../database.ts";
import type { PickRow } from "../schema.ts";

interface Event {
  at: Date;
  entry: NewEntry;
}

const longestGameMs = 3 * hourMs;

export async function sealDemo(trx: Db, rows: readonly PickRow[]): Promise<void> {
  const zone = env.SITE_TIMEZONE;
  const events = rows.flatMap(eventsOf).sort((one, other) => one.at.getTime() - other.at.getTime());
  const begun = events[0]?.at ?? new Date();
  let head: Head = noHead;
  const enter = async ({ at, entry }: Event) => {
    ({ head } = await append(trx, head, entry, at, zone));
  };
  await enter({ at: begun, entry: { type: "begin", ref: "", fields: { zone, format: "1" } } });
  for (const event of events) await enter(event);
}

function eventsOf(row: PickRow): Event[] {
  const ref = refOf({ stream: row.stream, pick_id: row.id, version: 1 });
  const content = contentOf(row, 1);
  const published = { at: new Date(row.created_at), entry: { type: "publish", ref, content } } as const;
  const grade = gradeOfRow(row);
  if (grade === null) return [published];
  const started = startOf(row, env.SITE_TIMEZONE) ?? row.created_at;
  const at = new Date(Date.parse(started) + (row.starts_at === null ? 0 : longestGameMs));
  return [published, { at, entry: { type: "settle", ref, fields: gradeToWrite(content, grade) } }];
}
