/** A pick as the staff's tables show it. Pure. */
import { formatNumber, rounded } from "../../format.ts";
import { closingText, offerText, unsaidOdds } from "../bets/bet.ts";
import { closingFlagText } from "../bets/closing-line.ts";
import { shortFinalText } from "../bets/final-text.ts";
import { outcomeOf, verdictText } from "../bets/outcome.ts";
import type { SettledPick } from "../history/settled-pick.ts";
import type { ManagedPick } from "./pick.ts";

/** Numbers are texts, because all numbers of a column have the same number of decimals. */
export interface StaffRow extends Pick<ManagedPick, "id" | "pick" | "game" | "sport"> {
  details: string;
  /** "11/20/2026, 10:30 PM"; "–" = unknown. */
  when: string;
  confidence: string;
  units: string;
}

export interface ResolvedRow extends StaffRow {
  /** "✅ Win" */
  verdict: string;
  units_result: number | null;
}

/** "Free · To grade · -112 Caesars · to -3 · SIM CERTIFIED" */
export function openRow(pick: ManagedPick, { isToGrade = false, isFree = false } = {}): StaffRow {
  const { playable_to, tag, game_date, time } = pick;
  const details = [
    isFree && "Free",
    isToGrade && "To grade",
    offerText({ odds: unsaidOdds(pick), book: pick.book }),
    playable_to && `to ${playable_to}`,
    tag,
  ];
  return {
    ...sharedPart(pick),
    when: [game_date, time].filter(Boolean).join(", ") || "–",
    details: details.filter(Boolean).join(" · "),
  };
}

/** "Final 104-112 · SIM CERTIFIED · closed -8 · ✅ Beat CLV" */
export function resolvedRow(pick: SettledPick): ResolvedRow {
  const { tag, verdict, units_result, game_date } = pick;
  const details = [shortFinalText(pick), tag, `closed ${closingText(pick) || "–"}`, closingFlagText(pick)];
  return {
    ...sharedPart(pick),
    when: game_date || "–",
    details: details.filter(Boolean).join(" · "),
    verdict: verdictText(outcomeOf(verdict)),
    units_result,
  };
}

function sharedPart({ id, pick, game, sport, sim_confidence, unit_size }: ManagedPick) {
  return {
    id,
    pick,
    game,
    sport,
    confidence: sim_confidence === null ? "–" : rounded(sim_confidence, 1).toFixed(1),
    units: formatNumber(unit_size),
  };
}
