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
import { calendarDate, oneOf, pageNumber } from "../fields.ts";
import { correctedAmong } from "../ledger/chain/corrected-picks.server.ts";
import {
  type DateSpan,
  type PageOfDays,
  type QuickRange,
  type SortOrder,
  type Stretch,
  allDates,
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
import { summaryOf } from "./summary.server.ts";
import { type StaffChanges, type Figures, describeStaffChanges, shownFigures } from "../figures/totals.ts";
import type { Charts } from "../figures/series.ts";

/** A quick range counts only when no date is given. */
export const historyFilter = z.object({
  sport: oneOf(["", "All", ...sports], "Choose a sport from the list."),
  sort: oneOf(["", ...sortOrders], "Choose an order from the list.").transform((sort): SortOrder =>
    sort === "oldest" ? "oldest" : "newest",
  ),
  start: calendarDate,
  end: calendarDate,
  date: calendarDate,
  range: oneOf(["", ...quickRanges], "Choose a range from the list."),
  page: pageNumber,
});
type HistoryFilter = z.output<typeof historyFilter>;

export interface History {
  picks: SettledCardPick[];
  page: number;
  pages: number;
  figures: Figures;
  charts: Charts | null;
  /** '' when no quick range applies. */
  range: QuickRange | "";
  span: DateSpan;
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
  const { days, figures, charts, corrections, sports: withResults } = await summaryOf(stream, span, allowed);
  const { page, pages, stretches } = pageOfDays(days[filter.sort], filter.page, historyPageSize);
  const picks = await readSettled(stream, stretches, filter.sort, allowed);
  return {
    picks: await asCards(stream, picks, odds),
    page,
    pages,
    figures: shownFigures(figures),
    charts,
    range,
    span,
    corrections: describeStaffChanges(corrections),
    sports: sportChoices(withResults, filter.sport),
    today: shownToday(),
  };
}

export async function readHistoryFigures(
  stream: Stream,
  filter: HistoryFilter,
  namedSports: readonly string[],
): Promise<HistoryReport> {
  const { span } = requestedSpan(filter);
  const { figures, calibration, corrections } = await summaryOf(stream, span, sportFilterOf(filter.sport, namedSports));
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

async function readSettled(
  stream: Stream,
  stretches: Stretch[],
  sort: SortOrder,
  allowed: SportFilter,
): Promise<SettledPick[]> {
  const rows = await Promise.all(
    stretches.map((stretch) => settledIn(stream, stretch, sort, allowed).select(settledPickColumns).execute()),
  );
  return rows.flat().map(withShownDate);
}

function settledIn(stream: Stream, { from, to, skip, take }: Stretch, sort: SortOrder, allowed: SportFilter) {
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
