import { readDecimal } from "../models/ledger/decimal.ts";
import { pickOf } from "../models/ledger/ledger-entry.ts";
import type { ListedPick } from "../models/ledger/pages/listed-pick.ts";
import { isCorrected } from "../models/ledger/life.ts";
import type { Cell } from "./csv.ts";
import { csvOf, csvRows } from "./csv.ts";

const columns = [
  ...[
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
  ],
  ...["line", "odds", "book", "unit_size", "sim_confidence", "tag", "graded_by", "away_score", "home_score"],
  ...["closing_line", "closing_odds", "clv_points", "clv_percent", "corrected", "amended", "seal", "entry"],
];

/** One row per pick, page by page. Times are UTC; what is unknown is empty. */
export async function* recordCsv(pages: AsyncIterable<readonly ListedPick[]>): AsyncGenerator<string> {
  yield csvOf(columns, []);
  for await (const picks of pages) yield csvRows(picks.map(rowOf));
}

function rowOf({ life, content, standing, grade, result, timeline }: ListedPick): Cell[] {
  const counted = standing.status === "counted" ? standing.result : null;
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
  const [first, last] = [life.versions[0], life.versions.at(-1)];
  return [
    ...[pickOf(life), result, countsText({ standing }), counted?.units ?? ""],
    ...[life.isImport ? "" : (first?.at ?? ""), timeline?.start?.at ?? "", sport, game, pick, market, side],
    ...[decimalCell(line), odds, book, decimalCell(content?.unit_size), decimalCell(content?.sim_confidence), tag],
    ...[counted?.by ?? grade?.by ?? "", grade?.away_score ?? "", grade?.home_score ?? ""],
    ...[grade?.closing_line ?? "", grade?.closing_odds ?? ""],
    ...[closing.points ?? "", closing.percent ?? ""],
    ...[isCorrected(life) ? "yes" : "", life.versions.length > 1 ? "yes" : "", last?.digest ?? "", last?.seq ?? ""],
  ];
}

/** "yes", or why not; "not yet" of an open pick. */
function countsText({ standing }: Pick<ListedPick, "standing">): string {
  if (standing.status === "not counted") return standing.word;
  if (standing.status === "open") return "not yet";
  return standing.why === "" ? "yes" : `yes, ${standing.why} in time`;
}

function decimalCell(text: string | undefined): Cell {
  return text === undefined ? "" : (readDecimal(text) ?? "");
}
