import type { Kysely } from "kysely";
import { sql } from "kysely";

const marks = "('', '✅', '❌', '➖', '🚫')";

/** A verdict is one of five marks. Totals tell pushes and voids from wins and losses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await closeVerdicts(db);
  await countChangedVerdicts(db);
  await addTotals(db);
}

/** Any other text counted as a loss, and stays one. The trail keeps the text. A rule for an old column needs triggers. */
async function closeVerdicts(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`insert into audit (at, actor_id, actor_name, action, subject, subject_id, "before", "after")
    select strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), null, null, 'pick.changed', 'pick', id, json_object('verdict', verdict), json_object('verdict', '❌')
    from picks where verdict not in ('', '✅', '❌')`).execute(db);
  await sql.raw(`update picks set verdict = '❌' where verdict not in ('', '✅', '❌')`).execute(db);
  for (const event of ["insert", "update of verdict"]) {
    await sql.raw(`create trigger verdict_before_${event.slice(0, 6)} before ${event} on picks when new.verdict not in ${marks}
      begin select raise(abort, 'verdict is none of the marks'); end`).execute(db);
  }
}

/** A loss that becomes a push or void is a correction, too. After closeVerdicts, which changes no record. */
async function countChangedVerdicts(db: Kysely<unknown>): Promise<void> {
  const differs = (field: string) => `old.${field} is not new.${field}`;
  const filledIn = [["units_result", "is not null"], ["closing_line", "<> ''"], ["beat_clv", "<> ''"]].map(([field = "", known]) => `(old.${field} ${known} and ${differs(field)})`);
  const settled = [...["game", "game_date", "sport", "verdict"].map(differs), ...filledIn].join(" or ");
  const isChanged = [...["pick", "sim_confidence", "unit_size"].map(differs), `(old.verdict <> '' and (${settled}))`].join(" or ");
  await sql.raw("drop trigger corrections_after_update").execute(db);
  await sql.raw(`create trigger corrections_after_update after update on picks when ${isChanged} begin update pick_streams set changed = changed + 1 where stream = new.stream; end`).execute(db);
}

/** There were only wins and losses before. */
async function addTotals(db: Kysely<unknown>): Promise<void> {
  for (const column of ["picks", "losses"]) {
    await db.schema.alterTable("pick_days").addColumn(column, "integer", (type) => type.notNull().defaultTo(0).check(sql`${sql.ref(column)} >= 0`)).execute();
  }
  await db.schema.alterTable("pick_days").addColumn("decided_confidence_e6", "integer", (type) => type.notNull().defaultTo(0)).execute();
  await sql`update pick_days set picks = bets, losses = bets - wins, decided_confidence_e6 = sim_confidence_e6`.execute(db);
}
