/** The reader of each field whose values foreign spreadsheets write in other forms than our import takes. Pure. */
import type { ImportField } from "./columns.ts";
import type { Reader } from "./column.ts";
import { readConfidences } from "./confidence.ts";
import { readDates, readStarts } from "./dates.ts";
import { readLines } from "./numbers.ts";
import { readPrices } from "./prices.ts";
import { readSports } from "./sports.ts";
import { readTags } from "./tags.ts";
import { readProfits, readStakes } from "./units.ts";
import { readVerdicts } from "./verdicts.ts";

const readers: Readonly<Partial<Record<ImportField, Reader>>> = {
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
};

/** Null for a field whose texts our import takes as they are. */
export function readerOf(field: ImportField): Reader | null {
  return readers[field] ?? null;
}
