/** The reader of each field whose values people write in other forms than a pick stores. Pure. */
import type { Reader } from "./column.ts";
import { readConfidences } from "./confidence.ts";
import { readDates, readStarts } from "./dates.ts";
import { readLines } from "./numbers.ts";
import { readPrices } from "./prices.ts";
import { readSports } from "./sports.ts";
import { readTags } from "./tags.ts";
import { readProfits, readStakes } from "./units.ts";
import { readVerdicts } from "./verdicts.ts";

const readers = {
  game_date: readDates,
  starts_at: readStarts,
  sport: readSports,
  tag: readTags,
  sim_confidence: readConfidences,
  unit_size: readStakes,
  units_result: readProfits,
  verdict: readVerdicts,
  line: readLines,
  odds: readPrices,
  closing_odds: readPrices,
} satisfies Readonly<Record<string, Reader>>;
/** A field whose values mean something without their column. */
export type LoneField = Exclude<keyof typeof readers, "game_date" | "starts_at" | "line" | "verdict">;
const byField = new Map<string, Reader>(Object.entries(readers));

/** Null for a field whose texts are stored as they are. */
export function readerOf(field: string): Reader | null {
  return byField.get(field) ?? null;
}

/** Reads a value that has no column around it; null where it could mean two things. */
export function readAlone(field: LoneField, text: string): string | null {
  // A price of 50 may be a slip for 150.
  if ((field === "odds" || field === "closing_odds") && /^\s*\d+\s*$/.test(text)) return null;
  const { cells } = readers[field]([text], { answers: {}, decimalCommas: true, counts: "unit", today: "", zone: "" });
  const [cell] = cells;
  return cell && "value" in cell ? cell.value : null;
}
