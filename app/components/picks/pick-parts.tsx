import { formatResult } from "../../format.ts";
import type { BetPick } from "../../models/picks/pick.ts";
import { formatOdds } from "../../models/bets/bet.ts";

/** Units: yellow at or above 0, red below. */
export function Result({ units }: { units: number | null }) {
  return <b className={`u ${(units ?? 0) >= 0 ? "p" : "n"}`}>{formatResult(units)}</b>;
}

/** "-110 DraftKings · playable to -4.5"; nothing when all of it is unknown. */
export function PriceLine({
  pick: { odds, book, playable_to },
}: {
  pick: Pick<BetPick, "odds" | "book" | "playable_to">;
}) {
  if (odds === null && book === "" && playable_to === "") return null;
  const isPriced = odds !== null || book !== "";
  return (
    <p className="bet">
      {odds !== null && <b>{formatOdds(odds)}</b>} {book}
      {isPriced && playable_to !== "" && " · "}
      {playable_to !== "" && `playable to ${playable_to}`}
    </p>
  );
}
