import { formatResult } from "../../format.ts";
import type { BetPick } from "../../models/picks/pick.ts";
import { formatOdds, unsaidOdds } from "../../models/bets/bet.ts";
import { breakEvenPercent } from "../../models/bets/units.ts";
import { useFrame } from "./use-frame.tsx";

/** The meter runs from 40 to 80 %, the same on every card of a list. */
const [lowest, highest] = [40, 80];
/** The price of most spreads and totals. */
const usualOdds = -110;

/** Units: yellow at or above 0, red below. */
export function Result({ units }: { units: number | null }) {
  return <b className={`u ${(units ?? 0) >= 0 ? "p" : "n"}`}>{formatResult(units)}</b>;
}

/** "-110 DraftKings · playable to -4.5", without what the pick's own text says. */
export function PriceLine({ pick }: { pick: Pick<BetPick, "pick" | "odds" | "book" | "playable_to"> }) {
  const { book, playable_to } = pick;
  const format = useFrame().person?.odds;
  const odds = unsaidOdds(pick, format);
  if (odds === null && book === "" && playable_to === "") return null;
  const isPriced = odds !== null || book !== "";
  return (
    <p className="bet">
      {odds !== null && <b>{formatOdds(odds, format)}</b>} {book}
      {isPriced && playable_to !== "" && " · "}
      {playable_to !== "" && `playable to ${playable_to}`}
    </p>
  );
}

/** The simulation's confidence, with a tick where a bet at this price breaks even. */
export function ConfidenceMeter({ percent, odds }: { percent: number | null; odds: number | null }) {
  const tick = positionOf(breakEvenPercent(odds ?? usualOdds));
  return (
    <svg className="meter" viewBox="0 0 100 8" aria-hidden="true">
      <path d="M0 4h100" />
      <path className="v" d={`M0 4h${Math.round(positionOf(percent ?? 0))}`} />
      <rect className="e" x={Math.round(tick - 1)} y="-1" width="2" height="10" />
    </svg>
  );
}

/** Clamped to 0 to 100. */
function positionOf(percent: number): number {
  return Math.min(Math.max(((percent - lowest) / (highest - lowest)) * 100, 0), 100);
}
