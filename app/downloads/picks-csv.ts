import { csvOf, csvRows } from "../csv/csv.ts";
import type { PickTexts } from "../models/picks/staff-list.server.ts";

/** The columns as the import reads them, so that a file can be edited and imported again. */
export const pickFileColumns = [
  "external_id",
  "game",
  "pick",
  "sport",
  "tag",
  "game_date",
  "time",
  "unit_size",
  "sim_confidence",
  "odds",
  "book",
  "playable_to",
  "verdict",
  "units_result",
  "closing_line",
  "closing_odds",
  "beat_clv",
  "market",
  "side",
  "line",
  "away",
  "home",
  "starts_at",
  "game_external_id",
  "why",
];

/** One row per pick, part by part, with the texts of the staff's form. */
export async function* picksCsv(parts: AsyncIterable<readonly PickTexts[]>): AsyncGenerator<string> {
  yield csvOf(pickFileColumns, []);
  for await (const picks of parts)
    yield csvRows(picks.map((texts) => pickFileColumns.map((name) => texts[name] ?? "")));
}
