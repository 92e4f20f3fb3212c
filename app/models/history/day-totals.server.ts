import type { Db, PickRow } from "../../db.server.ts";
import { type Totals, bandOf, noTotals, totalNames, totalsOf } from "../figures/totals.ts";

type Counted = Pick<
  PickRow,
  "stream" | "sport" | "game_date" | "verdict" | "sim_confidence" | "unit_size" | "units_result" | "settled"
>;

/**
 * Updates pick_days for one changed pick, in the same transaction: subtracts `before`, adds `after`. `before` is null
 * for a new pick, `after` for a deleted one.
 */
export async function updateDayTotals(trx: Db, before: Counted | null, after: Counted | null): Promise<void> {
  if (before?.settled === 1) await add(trx, before, negated(totalsOf(before)));
  if (after?.settled === 1) await add(trx, after, totalsOf(after));
}

function negated(totals: Totals): Totals {
  const negative = { ...totals };
  for (const name of totalNames) negative[name] = -totals[name];
  return negative;
}

async function add(trx: Db, { stream, sport, game_date, sim_confidence }: Counted, delta: Totals): Promise<void> {
  const key = { stream, sport, game_date, band: bandOf(sim_confidence) };
  await trx
    .insertInto("pick_days")
    .values({ ...key, ...noTotals })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable("pick_days")
    .set((column) => Object.fromEntries(totalNames.map((name) => [name, column(name, "+", delta[name])])))
    .where("stream", "=", stream)
    .where("sport", "=", sport)
    .where("game_date", "=", game_date)
    .where("band", "=", key.band)
    .execute();
  await trx
    .deleteFrom("pick_days")
    .where("stream", "=", stream)
    .where("sport", "=", sport)
    .where("game_date", "=", game_date)
    .where("band", "=", key.band)
    .where("picks", "=", 0)
    .execute();
}
