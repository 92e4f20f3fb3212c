import { contains, db, withoutIndex } from "../../db.server.ts";
import type { SportFilter } from "../bets/sports.ts";
import type { Stream } from "../bets/stream.ts";
import type { DayTotals } from "../figures/series.ts";
import { type StaffChanges, bandOf, noTotals, totalNames, totalsOf } from "../figures/totals.ts";
import { cachedByVersion } from "../version-cache.ts";
import type { DateSpan, SortOrder } from "./history.ts";
import { orders } from "./order.ts";
import { type Report, readChanges, readSports, reportOf, yearsOf } from "./summary.server.ts";

interface Matches extends Report {
  /** Of all picks that match, in their order. */
  ids: readonly number[];
  sports: readonly string[];
  corrections: StaffChanges;
}

interface Wanted {
  /** A part of a team's name or of the pick; '' = every pick. */
  q: string;
  sort: SortOrder;
}

const columns = [
  "id",
  "game_date",
  "created_at",
  "starts_at",
  "sim_confidence",
  "odds",
  "verdict",
  "unit_size",
  "units_result",
] as const;

const cache = cachedByVersion<Matches>(16);

/**
 * The picks that a search finds, or all of them in an order that the totals of days don't have. It reads each row, so that
 * the figures count exactly the picks that are listed.
 */
export async function findMatches(
  stream: Stream,
  span: DateSpan,
  allowed: SportFilter,
  wanted: Wanted,
): Promise<Matches> {
  const { version, corrections } = await readChanges(stream);
  const key = JSON.stringify([stream, span.from, span.to, allowed, wanted]);
  return cache(key, version, async () => ({
    ...(await readMatches(stream, span, allowed, wanted)),
    sports: await readSports(stream),
    corrections,
  }));
}

async function readMatches(stream: Stream, span: DateSpan, allowed: SportFilter, { q, sort }: Wanted) {
  const found = [];
  const days = new Map<string, DayTotals>();
  for await (const year of yearsOf(stream, span)) {
    const rows = await matchesIn(stream, year, allowed, q).select(columns).execute();
    found.push(...rows);
    for (const row of rows) {
      const { game_date } = row;
      const band = bandOf(row.sim_confidence);
      const key = `${game_date} ${band}`;
      const sums = days.get(key) ?? { ...noTotals, game_date, band };
      const totals = totalsOf(row);
      // In place: there can be 100,000 rows.
      for (const name of totalNames) sums[name] += totals[name];
      days.set(key, sums);
    }
  }
  const totals = [...days.values()];
  return { ...reportOf(totals, totals), ids: found.sort(orders[sort]).map(({ id }) => id) };
}

function matchesIn(stream: Stream, { from, to }: DateSpan, allowed: SportFilter, q: string) {
  let query = db
    .selectFrom("picks")
    .where("stream", "=", stream)
    .where("settled", "=", 1)
    .where("game_date", ">=", from)
    .where("game_date", "<=", to);
  // By the index of dates: that of sports would be read once per year.
  if (allowed && "only" in allowed) query = query.where(withoutIndex<string>("sport"), "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  if (q !== "")
    query = query.where(({ or }) => or(["pick", "game", "away", "home"].map((column) => contains(column, q))));
  return query;
}
