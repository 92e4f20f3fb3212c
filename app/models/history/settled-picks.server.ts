import { z } from "zod";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { closingText } from "../bets/bet.ts";
import type { OddsFormat } from "../odds-format.ts";
import { gameText } from "../bets/final-text.ts";
import { beatClv, outcomeOf, outcomes } from "../bets/outcome.ts";
import { closingFlagText, matchedClose, unrecordedClose } from "../bets/closing-line.ts";
import { type CalendarDate, formatCalendarDate, withShownDate } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import { calendarDate, oneOf, pageNumber, textLine } from "../fields.ts";
import { clampPage } from "../list-page.ts";
import { correctedAmong } from "../ledger/chain/corrected-picks.server.ts";
import {
  type DateOrder,
  type DateSpan,
  type PageOfDays,
  type QuickRange,
  type SortOrder,
  type Stretch,
  allDates,
  isDateOrder,
  pageOfDays,
  quickRanges,
  sortOrders,
  spanOf,
} from "./history.ts";
import {
  type SettledCardPick,
  type SettledPick,
  settledPickColumns,
  historyPageSize,
  whyOnCard,
} from "./settled-pick.ts";
import { type SportFilter, sportFilterOf, sportChoices, sports } from "../bets/sports.ts";
import type { Stream } from "../bets/stream.ts";
import { findMatches } from "./matches.server.ts";
import { summaryOf } from "./summary.server.ts";
import { type StaffChanges, type Figures, describeStaffChanges, shownFigures } from "../figures/totals.ts";
import type { Charts } from "../figures/series.ts";

/** A quick range counts only when no date is given. */
export const historyFilter = z.object({
  q: textLine(100).meta({ description: "A part of a team's name or of the pick; upper or lower case." }),
  sport: oneOf(["", "All", ...sports], "Choose a sport from the list."),
  sort: oneOf(["", ...sortOrders], "Choose an order from the list.").transform((sort): SortOrder => sort || "newest"),
  start: calendarDate,
  end: calendarDate,
  date: calendarDate,
  range: oneOf(["", ...quickRanges], "Choose a range from the list."),
  page: pageNumber,
});
type HistoryFilter = z.output<typeof historyFilter>;

export interface History {
  picks: SettledCardPick[];
  /** The picks of all pages. */
  total: number;
  page: number;
  pages: number;
  figures: Figures;
  charts: Charts | null;
  /** '' when no quick range applies. */
  range: QuickRange | "";
  span: DateSpan;
  /** What was searched for. */
  q?: string | undefined;
  /** A sentence about the whole record; '' without corrections. */
  corrections: string;
  sports: readonly string[];
  /** MM/DD/YYYY in the site's time zone. */
  today: string;
}

/** The figures of a history page for the API, unrounded. Percentages are 0 to 100. */
interface HistoryReport {
  wins: number;
  losses: number;
  pushes: number;
  voids: number;
  win_percent: number;
  units_won: number;
  roi_percent: number;
  total_bets: number;
  average_sim_confidence: number;
  /** Wins and losses with a sim confidence from `from` to below `to`; the last range includes 100. */
  calibration: {
    from: number;
    to: number;
    bets: number;
    wins: number;
    win_percent: number;
    average_sim_confidence: number;
  }[];
  corrections: StaffChanges;
}

export async function readHistory(
  stream: Stream,
  filter: HistoryFilter,
  namedSports: readonly string[],
  odds: OddsFormat,
): Promise<History> {
  const { range, span } = requestedSpan(filter);
  const allowed = sportFilterOf(filter.sport, namedSports);
  const { picks, figures, corrections, sports: withResults, ...list } = await readPage(stream, span, allowed, filter);
  return {
    ...list,
    picks: await asCards(stream, picks, odds),
    figures: shownFigures(figures),
    range,
    span,
    q: filter.q || undefined,
    corrections: describeStaffChanges(corrections),
    sports: sportChoices(withResults, filter.sport),
    today: shownToday(),
  };
}

/** The stored totals of days give a page by date without counting; a search and the other orders read each row. */
async function readPage(stream: Stream, span: DateSpan, allowed: SportFilter, { q, sort, page: asked }: HistoryFilter) {
  if (q === "" && isDateOrder(sort)) {
    const { days, figures, charts, corrections, sports } = await summaryOf(stream, span, allowed);
    const { page, pages, stretches } = pageOfDays(days[sort], asked, historyPageSize);
    const picks = await readSettled(stream, stretches, sort, allowed);
    return { picks, total: days[sort].total, page, pages, figures, charts, corrections, sports };
  }
  const { ids, figures, charts, corrections, sports } = await findMatches(stream, span, allowed, { q, sort });
  const { page, pages } = clampPage(ids.length, asked, historyPageSize);
  const picks = await readSettledByIds(ids.slice((page - 1) * historyPageSize, page * historyPageSize));
  return { picks, total: ids.length, page, pages, figures, charts, corrections, sports };
}

export async function readHistoryFigures(
  stream: Stream,
  filter: HistoryFilter,
  namedSports: readonly string[],
): Promise<HistoryReport> {
  const { span } = requestedSpan(filter);
  const allowed = sportFilterOf(filter.sport, namedSports);
  const { figures, calibration, corrections } =
    filter.q === ""
      ? await summaryOf(stream, span, allowed)
      : await findMatches(stream, span, allowed, { q: filter.q, sort: "newest" });
  const { wins, losses, pushes, voids, winPercent, unitsWon, roiPercent, totalBets, averageConfidence } = figures;
  return {
    wins,
    losses,
    pushes,
    voids,
    win_percent: winPercent,
    units_won: unitsWon,
    roi_percent: roiPercent,
    total_bets: totalBets,
    average_sim_confidence: averageConfidence,
    calibration: calibration.map((range) => ({
      from: range.from,
      to: range.to,
      bets: range.bets,
      wins: range.wins,
      win_percent: range.winPercent,
      average_sim_confidence: range.averageConfidence,
    })),
    corrections,
  };
}

export async function readResolved(
  stream: Stream,
  requested: number,
  size: number,
): Promise<{ picks: SettledPick[]; total: number } & Omit<PageOfDays, "stretches">> {
  const { days } = await summaryOf(stream, allDates, null);
  const { page, pages, stretches } = pageOfDays(days.newest, requested, size);
  return { picks: await readSettled(stream, stretches, "newest", null), total: days.newest.total, page, pages };
}

export async function asCards(
  stream: Stream,
  rows: readonly SettledPick[],
  odds: OddsFormat,
): Promise<SettledCardPick[]> {
  const corrected = await correctedAmong(
    stream,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...asCard(row, odds), corrected: corrected.has(row.id) || undefined }));
}

function asCard(row: SettledPick, odds: OddsFormat): SettledCardPick {
  const { away: _away, home: _home, away_score: _theirs, home_score: _ours, ...pick } = row;
  const { market: _market, side: _side, line: _line, ...described } = pick;
  const { closing_odds: _price, playable_to: _limit, verdict, beat_clv: _mark, ...shown } = described;
  const clv = closingFlagText(row);
  const outcome = outcomeOf(verdict);
  const { mark, label } = outcomes[outcome];
  return {
    ...shown,
    why: whyOnCard(row.why),
    outcome,
    mark,
    label: label.toUpperCase(),
    game: gameText(row),
    closing_line: closingText(row, odds),
    clv: clv === unrecordedClose ? `– ${clv}` : clv,
    tone: toneOf(row, clv),
  };
}

function toneOf({ beat_clv }: SettledPick, clv: string): SettledCardPick["tone"] {
  if (clv === matchedClose) return "";
  return beat_clv === beatClv ? "g" : "b";
}

function today(): CalendarDate {
  return dateIn(env.SITE_TIMEZONE, new Date());
}

/** MM/DD/YYYY in the site's time zone. */
export function shownToday(): string {
  return formatCalendarDate(today());
}

/** A single date wins over a start and end, and these win over a quick range. */
export function requestedSpan({
  start,
  end,
  date,
  range,
}: Pick<HistoryFilter, "start" | "end" | "date" | "range">): Pick<History, "range" | "span"> {
  if (date !== "") return { range: "", span: { from: date, to: date } };
  if (start !== "" || end !== "" || range === "") return { range: "", span: { from: start, to: end } };
  return { range, span: spanOf(range, today()) };
}

/** In the order of `ids`. */
export async function readSettledByIds(ids: readonly number[]): Promise<SettledPick[]> {
  const rows = await db
    .selectFrom("picks")
    .select(settledPickColumns)
    .where("id", "in", ids)
    .where("settled", "=", 1)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, withShownDate(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readSettled(
  stream: Stream,
  stretches: Stretch[],
  sort: DateOrder,
  allowed: SportFilter,
): Promise<SettledPick[]> {
  const rows = await Promise.all(
    stretches.map((stretch) => settledIn(stream, stretch, sort, allowed).select(settledPickColumns).execute()),
  );
  return rows.flat().map(withShownDate);
}

function settledIn(stream: Stream, { from, to, skip, take }: Stretch, sort: DateOrder, allowed: SportFilter) {
  const direction = sort === "newest" ? "desc" : "asc";
  let query = db
    .selectFrom("picks")
    .where("stream", "=", stream)
    .where("settled", "=", 1)
    .where("game_date", ">=", from)
    .where("game_date", "<=", to);
  if (allowed && "only" in allowed) query = query.where("sport", "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  return query
    .orderBy("game_date", direction)
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(take)
    .offset(skip);
}
