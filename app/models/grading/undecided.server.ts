/** Finds the results of a feed that wait for people to decide. */
import type { Db, ResultRow } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import type { Caller } from "../operation.server.ts";
import { jobActor } from "../operation.server.ts";
import type { PlannedPick } from "./grade-picks.server.ts";
import { asNamedResult, planResults } from "./grade-picks.server.ts";
import { resultFields } from "./result-input.server.ts";
import type { KnownResults } from "./result.server.ts";
import { newestOf, readNameKeys, resultsOn } from "./result.server.ts";
import type { NameKeys } from "./team-name.ts";

/** A result waits no longer than this. */
const keptMs = 30 * dayMs;

/** Returns the caller's picks that waiting results would still change; `index` is the id of the result. */
export async function undecidedPicks(source: Db, caller: Caller): Promise<PlannedPick[]> {
  return (await planWaiting(source, caller)).planned.filter(({ change }) => change !== "none");
}

/**
 * Plans the waiting results. A newer result of the game, under its own names or its picks' names, replaces a waiting
 * one.
 */
async function planWaiting(source: Db, caller: Caller): Promise<{ rows: ResultRow[]; planned: PlannedPick[] }> {
  const rows = await source.selectFrom("results").selectAll().where("needs_decision", "=", 1).execute();
  if (rows.length === 0) return { rows, planned: [] };
  const keys = await readNameKeys(source);
  const known = await resultsOn(source, rows, keys);
  const results = rows.flatMap((row) => {
    const values = resultFields.safeParse(row);
    return values.success && newestOf(row, known, keys)?.id === row.id ? [{ index: row.id, values: values.data }] : [];
  });
  const { planned } = await planResults(source, caller, results);
  const ofPicks =
    planned.length === 0
      ? known
      : await resultsOn(
          source,
          planned.map(({ pick }) => pick),
          keys,
        );
  return { rows, planned: planned.filter((each) => !isSuperseded(each, ofPicks, keys)) };
}

function isSuperseded({ pick, index }: PlannedPick, known: KnownResults, keys: NameKeys): boolean {
  const { sport, game_date, away, home } = pick;
  return (newestOf({ sport, game_date, away, home, ...asNamedResult(pick) }, known, keys)?.id ?? 0) > index;
}

/** Results stop waiting once people have decided. A result whose picks are on another date for now still waits. */
export async function forgetDecided(now: Date): Promise<void> {
  const waiting = db.selectFrom("results").select("id").where("needs_decision", "=", 1);
  if ((await waiting.executeTakeFirst()) === undefined) return;
  await write(async (trx) => {
    const { rows, planned } = await planWaiting(trx, jobActor("Results feed"));
    const decided = rows.filter((row) => isDecided(row, planned, now)).map(({ id }) => id);
    if (decided.length > 0)
      await trx.updateTable("results").set({ needs_decision: 0 }).where("id", "in", decided).execute();
  });
}

function isDecided({ id, entered_at }: ResultRow, planned: readonly PlannedPick[], now: Date): boolean {
  if (now.getTime() - Date.parse(entered_at) > keptMs) return true;
  const picks = planned.filter(({ index }) => index === id);
  return picks.length > 0 && picks.every(({ change }) => change === "none");
}
