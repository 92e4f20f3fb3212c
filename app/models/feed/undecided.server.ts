/** Results of a feed that people decide about. */
import type { Db, ResultRow } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import type { Caller } from "../operation.server.ts";
import { jobActor } from "../operation.server.ts";
import type { PlannedPick } from "../grading/grade-picks.server.ts";
import { planResults } from "../grading/grade-picks.server.ts";
import { resultFields } from "../grading/result-input.server.ts";
import { newestOf, readNameKeys, resultsOn } from "../grading/result.server.ts";

/** The caller's picks that such results would still change; `index` is the result's id. */
export async function undecidedPicks(source: Db, caller: Caller): Promise<PlannedPick[]> {
  const results = (await newestWaiting(source)).flatMap((row) => {
    const values = resultFields.safeParse(row);
    return values.success ? [{ index: row.id, values: values.data }] : [];
  });
  return (await planResults(source, caller, results)).planned.filter(({ change }) => change !== "none");
}

/** A newer result of the same game takes the place of one that waits. */
async function newestWaiting(source: Db): Promise<ResultRow[]> {
  const rows = await source.selectFrom("results").selectAll().where("waits", "=", 1).execute();
  if (rows.length === 0) return [];
  const keys = await readNameKeys(source);
  const known = await resultsOn(source, rows, keys);
  return rows.filter((row) => newestOf(row, known, keys)?.id === row.id);
}

/** Results wait no longer once nothing is left to decide about them. */
export async function forgetDecided(): Promise<void> {
  const waiting = db.selectFrom("results").select("id").where("waits", "=", 1);
  if ((await waiting.executeTakeFirst()) === undefined) return;
  await write(async (trx) => {
    const left = await undecidedPicks(trx, jobActor("Results feed"));
    await trx
      .updateTable("results")
      .set({ waits: 0 })
      .where("waits", "=", 1)
      .where("id", "not in", [0, ...left.map(({ index }) => index)])
      .execute();
  });
}
