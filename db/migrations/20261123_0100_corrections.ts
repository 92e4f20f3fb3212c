import type { Kysely } from "kysely";
import { sql } from "kysely";

// What members bet on. Once there is a verdict also what the record counts by; what was unknown may be filled in.
const shown = ["pick", "sim_confidence", "unit_size"];
const counted = ["game", "game_date", "sport"];
const filledIn = [["units_result", "is not null"], ["closing_line", "<> ''"], ["beat_clv", "<> ''"]] as const;

/** Counts for each stream how often a pick was changed after it was published, and how many were deleted: readers see both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["changed", "deleted"]) {
    await db.schema.alterTable("pick_streams").addColumn(column, "integer", (type) => type.notNull().defaultTo(0).check(sql`${sql.ref(column)} >= 0`)).execute();
  }
  // What was done so far stands in the trail. Kysely has no builder for either statement's conditions, nor for triggers.
  const isChange = condition((field) => `json_extract("before", '$.${field}')`, (field) => `json_extract("after", '$.${field}')`);
  const ofStream = `subject = 'pick' and json_extract("before", '$.stream') = pick_streams.stream`;
  await sql.raw(`update pick_streams set
    changed = (select count(*) from audit where ${ofStream} and action in ('pick.changed', 'pick.settled', 'pick.reopened') and (${isChange})),
    deleted = (select count(*) from audit where ${ofStream} and action = 'pick.deleted')`).execute(db);
  const isChanged = condition((field) => `old.${field}`, (field) => `new.${field}`);
  await sql.raw(`create trigger corrections_after_update after update on picks when ${isChanged} begin update pick_streams set changed = changed + 1 where stream = new.stream; end`).execute(db);
  await sql.raw("create trigger corrections_after_delete after delete on picks begin update pick_streams set deleted = deleted + 1 where stream = old.stream; end").execute(db);
}

function condition(was: (field: string) => string, is: (field: string) => string): string {
  const differs = (field: string) => `${was(field)} is not ${is(field)}`;
  const outcome = (of: (field: string) => string) => `case ${of("verdict")} when '' then 0 when '✅' then 1 else 2 end`;
  const settled = [...counted.map(differs), ...filledIn.map(([field, known]) => `(${was(field)} ${known} and ${differs(field)})`), `${outcome(was)} <> ${outcome(is)}`];
  return [...shown.map(differs), `(${was("verdict")} <> '' and (${settled.join(" or ")}))`].join(" or ");
}
