/**
 * Makes the demo's CSV files from a folder with the full files games-<sport>.csv: node db/demo/select.ts SOURCE_DIR
 * Rows: the seasons below. College football: games between schools that were hosts in the source's 2021 season (the top
 * division). College basketball: games between members of the six large conferences of 2010-11.
 * Columns: those that the demo needs. NFL prices belong to the closing line and are dropped where there is an opening
 * line. Team names become numbers, listed in teams.csv. Deterministic.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatCsv, parseCsv } from "./csv.ts";

type Row = Map<string, string>;

interface Selection {
  sport: string;
  from: string;
  markets: readonly string[];
  keep: (rows: Row[]) => Row[];
}

const RESULT = ["date", "start_time", "away", "home", "away_score", "home_score"];
const SPREAD_AND_TOTAL = ["open_spread_home", "close_spread_home", "open_total", "close_total"];
const MONEYLINE = ["close_ml_away", "close_ml_home"];
const SPREAD_PRICES = ["spread_odds_home", "spread_odds_away"];
const TOTAL_PRICES = ["over_odds", "under_odds"];

const LARGE_CONFERENCES_2010 = new Set(
  [
    "Boston College,Clemson,Duke,Florida State,Georgia Tech,Maryland,Miami (FL),NC State,North Carolina,Virginia,Virginia Tech,Wake Forest",
    "Cincinnati,Connecticut,DePaul,Georgetown,Louisville,Marquette,Notre Dame,Pittsburgh,Providence,Rutgers,Seton Hall,South Florida",
    "St. John's,Syracuse,Villanova,West Virginia,Illinois,Indiana,Iowa,Michigan,Michigan State,Minnesota,Northwestern,Ohio State,Penn State",
    "Purdue,Wisconsin,Baylor,Colorado,Iowa State,Kansas,Kansas State,Missouri,Nebraska,Oklahoma,Oklahoma State,Texas,Texas A&M,Texas Tech",
    "Arizona,Arizona State,California,Oregon,Oregon State,Stanford,UCLA,USC,Washington,Washington State,Alabama,Arkansas,Auburn,Florida",
    "Georgia,Kentucky,LSU,Mississippi,Mississippi State,South Carolina,Tennessee,Vanderbilt",
  ].flatMap((names) => names.split(",")),
);

const SELECTIONS: readonly Selection[] = [
  {
    sport: "NFL",
    from: "2022-08",
    markets: [...SPREAD_AND_TOTAL, ...MONEYLINE, ...SPREAD_PRICES, ...TOTAL_PRICES],
    keep: withNeededPrices,
  },
  { sport: "NCAAF", from: "2023-08", markets: ["close_spread_home", "close_total"], keep: betweenHostsOf2021 },
  { sport: "UFC", from: "2022-01", markets: MONEYLINE, keep: all },
  { sport: "NBA", from: "2020-12", markets: SPREAD_AND_TOTAL, keep: all },
  { sport: "MLB", from: "2020-07", markets: MONEYLINE, keep: all },
  { sport: "NHL", from: "2021-01", markets: MONEYLINE, keep: all },
  { sport: "NCAAB", from: "2009-11", markets: SPREAD_AND_TOTAL, keep: betweenLargeConferences },
];

const sourceFolder = process.argv[2];
if (sourceFolder === undefined) throw new Error("usage: node db/demo/select.ts SOURCE_DIR");
cutAll(sourceFolder);

function cutAll(source: string): void {
  const teams: string[][] = [];
  for (const selection of SELECTIONS) {
    const file = `games-${selection.sport.toLowerCase()}.csv`;
    const rows = selection
      .keep(parseCsv(readFileSync(join(source, file), "utf8")))
      .filter((row) => cell(row, "date") >= selection.from);
    const ids = numberNames(rows);
    teams.push(...[...ids].map(([name, id]) => [selection.sport, id, name]));
    const columns = [...RESULT.filter((column) => rows.some((row) => cell(row, column) !== "")), ...selection.markets];
    writeFileSync(
      join(import.meta.dirname, file),
      formatCsv(
        columns,
        rows.map((row) => columns.map((column) => compactCell(row, column, ids))),
      ),
    );
  }
  writeFileSync(join(import.meta.dirname, "teams.csv"), formatCsv(["sport", "id", "name"], teams));
}

function numberNames(rows: readonly Row[]): Map<string, string> {
  const names = new Set(rows.flatMap((row) => [cell(row, "away"), cell(row, "home")]));
  return new Map([...names].sort().map((name, index) => [name, String(index)]));
}

function compactCell(row: Row, column: string, ids: Map<string, string>): string {
  const value = cell(row, column);
  return column === "away" || column === "home" ? (ids.get(value) ?? "") : value;
}

function all(rows: Row[]): Row[] {
  return rows;
}

function withNeededPrices(rows: Row[]): Row[] {
  return rows.map((row) => {
    const unneeded = [
      ...(cell(row, "open_spread_home") === "" ? [] : SPREAD_PRICES),
      ...(cell(row, "open_total") === "" ? [] : TOTAL_PRICES),
    ];
    return new Map([...row, ...unneeded.map((column): [string, string] => [column, ""])]);
  });
}

function betweenHostsOf2021(rows: Row[]): Row[] {
  const hosts = new Set(rows.filter((row) => cell(row, "date") < "2022-03").map((row) => cell(row, "home")));
  return rows.filter((row) => hosts.has(cell(row, "away")) && hosts.has(cell(row, "home")));
}

function betweenLargeConferences(rows: Row[]): Row[] {
  return rows.filter(
    (row) => LARGE_CONFERENCES_2010.has(cell(row, "away")) && LARGE_CONFERENCES_2010.has(cell(row, "home")),
  );
}

function cell(row: Row, column: string): string {
  return row.get(column) ?? "";
}
