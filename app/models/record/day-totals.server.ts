import type { Db, PickRow } from "../../db.server.ts";
import { outcomeOf } from "../picks/pick.ts";
import type { Totals } from "./record.ts";
import { bandOf, noTotals, totalsOf } from "./record.ts";

type Counted = Pick<
  PickRow,
  "stream" | "sport" | "game_date" | "verdict" | "sim_confidence" | "unit_size" | "units_result"
>;

/**
 * Updates pick_days for one changed pick, in the same transaction: subtracts `before`, adds `after`.
 * Null = created or deleted.
 */
export async function updateDayTotals(trx: Db, before: Counted | null, after: Counted | null): Promise<void> {
  if (before && outcomeOf(before.verdict) !== "open") await add(trx, before, negated(totalsOf(before)));
  if (after && outcomeOf(after.verdict) !== "open") await add(trx, after, totalsOf(after));
}

function negated(totals: Totals): Totals {
  return {
    bets: -totals.bets,
    wins: -totals.wins,
    units_result_e6: -totals.units_result_e6,
    unit_size_e6: -totals.unit_size_e6,
    sim_confidence_e6: -totals.sim_confidence_e6,
  };
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
    .set((column) => ({
      bets: column("bets", "+", delta.bets),
      wins: column("wins", "+", delta.wins),
      units_result_e6: column("units_result_e6", "+", delta.units_result_e6),
      unit_size_e6: column("unit_size_e6", "+", delta.unit_size_e6),
      sim_confidence_e6: column("sim_confidence_e6", "+", delta.sim_confidence_e6),
    }))
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
    .where("bets", "=", 0)
    .execute();
}
