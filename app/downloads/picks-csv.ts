import { csvOf } from "../csv/csv.ts";

/** The columns as the import reads them, so that a file can be edited and imported again. */
const columns = [
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

/** One row per pick, with the texts of the staff's form. Pure. */
export function picksCsv(picks: readonly Readonly<Record<string, string>>[]): string {
  return csvOf(
    columns,
    picks.map((texts) => columns.map((name) => texts[name] ?? "")),
  );
}
