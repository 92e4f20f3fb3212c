import { formatNumber } from "../../format.ts";
import { formatOdds } from "../bets/bet.ts";
import type { BetPick } from "./pick.ts";
import { formatStart } from "../../time/start-text.ts";

/** The values of the form's fields; the start in `zone`. */
export function textsOfPick(shown: BetPick, zone: string): Readonly<Record<string, string>> {
  const { id: _id, created_at: _created, published_at: _published, ...rest } = shown;
  const { away_score: _away, home_score: _home, ...pick } = rest;
  return {
    ...pick,
    version: String(pick.version),
    sim_confidence: formatNumber(pick.sim_confidence),
    unit_size: formatNumber(pick.unit_size),
    units_result: formatNumber(pick.units_result),
    line: formatNumber(pick.line),
    odds: pick.odds === null ? "" : formatOdds(pick.odds),
    closing_odds: pick.closing_odds === null ? "" : formatOdds(pick.closing_odds),
    starts_at: pick.starts_at === null ? "" : formatStart(pick.starts_at, zone),
  };
}
