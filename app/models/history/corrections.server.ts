import type { Db, PickRow } from "../../db.server.ts";

type Field = keyof PickRow;

/** What members bet on. */
const betOn = ["pick", "sim_confidence", "unit_size"] as const satisfies Field[];
/** What members bet on, read from the pick's text. Filling in what was unknown is no correction. */
const betOnIfKnown = ["market", "side", "line", "odds"] as const satisfies Field[];
/** What the history counts a settled pick by. */
const counted = ["game", "game_date", "sport", "verdict"] as const satisfies Field[];
const countedIfKnown = [
  "units_result",
  "closing_line",
  "beat_clv",
  "closing_odds",
  "away_score",
  "home_score",
] as const satisfies Field[];

/** Counts for readers how often a published pick was changed, and how many were deleted (`after` is null). */
export async function countCorrection(trx: Db, before: PickRow | null, after: PickRow | null): Promise<void> {
  if (before === null || before.published_at === null) return;
  if (after !== null && !isCorrection(before, after)) return;
  const column = after === null ? "deleted" : "changed";
  await trx
    .updateTable("pick_streams")
    .set((table) => ({ [column]: table(column, "+", 1) }))
    .where("stream", "=", before.stream)
    .execute();
}

function isCorrection(before: PickRow, after: PickRow): boolean {
  const differs = (field: Field) => before[field] !== after[field];
  const knownDiffers = (field: Field) => before[field] !== "" && before[field] !== null && differs(field);
  return (
    betOn.some(differs) ||
    betOnIfKnown.some(knownDiffers) ||
    (before.verdict !== "" && (counted.some(differs) || countedIfKnown.some(knownDiffers)))
  );
}
