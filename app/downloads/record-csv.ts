import { readDecimal } from "../models/ledger/decimal.ts";
import { pickOf } from "../models/ledger/ledger-entry.ts";
import type { ListedPick } from "../models/record/pages/listed-pick.ts";
import { isCorrectedInRecord } from "../models/ledger/pick-history.ts";
import { type Cell, csvOf, csvRows } from "../csv/csv.ts";

const columns = [
  "ref",
  "result",
  "counts",
  "units",
  "published_at",
  "start_that_counts",
  "sport",
  "game",
  "pick",
  "market",
  "side",
  "line",
  "odds",
  "book",
  "unit_size",
  "sim_confidence",
  "tag",
  "graded_by",
  "away_score",
  "home_score",
  "closing_line",
  "closing_odds",
  "clv_points",
  "clv_percent",
  "corrected",
  "amended",
  "seal",
  "entry",
];

/** One row per pick, page by page. Times are UTC; what is unknown is empty. */
export async function* recordCsv(pages: AsyncIterable<readonly ListedPick[]>): AsyncGenerator<string> {
  yield csvOf(columns, []);
  for await (const picks of pages) yield csvRows(picks.map(rowOf));
}

function rowOf({ history, content, status, grade, result, timeline }: ListedPick): Cell[] {
  const counted = status.kind === "counted" ? status.result : null;
  const {
    game = "",
    pick = "",
    sport = "",
    market = "",
    side = "",
    line,
    odds = "",
    book = "",
    tag = "",
  } = content ?? {};
  const closing: Partial<Record<"points" | "percent", number>> = counted?.closing ?? {};
  const [first, last] = [history.versions[0], history.versions.at(-1)];
  return [
    pickOf(history),
    result,
    countsText({ status }),
    counted?.units ?? "",
    history.isImport ? "" : (first?.at ?? ""),
    timeline?.start?.at ?? "",
    sport,
    game,
    pick,
    market,
    side,
    decimalCell(line),
    odds,
    book,
    decimalCell(content?.unit_size),
    decimalCell(content?.sim_confidence),
    tag,
    counted?.by ?? grade?.by ?? "",
    grade?.away_score ?? "",
    grade?.home_score ?? "",
    grade?.closing_line ?? "",
    grade?.closing_odds ?? "",
    closing.points ?? "",
    closing.percent ?? "",
    isCorrectedInRecord(history) ? "yes" : "",
    history.versions.length > 1 ? "yes" : "",
    last?.digest ?? "",
    last?.seq ?? "",
  ];
}

/** "yes", or why not; "not yet" of an open pick. */
function countsText({ status }: Pick<ListedPick, "status">): string {
  if (status.kind === "not counted") return status.reason;
  if (status.kind === "open") return "not yet";
  return status.why === "" ? "yes" : `yes, ${status.why} in time`;
}

function decimalCell(text: string | undefined): Cell {
  return text === undefined ? "" : (readDecimal(text) ?? "");
}
