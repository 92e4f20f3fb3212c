import type { PickRow } from "../../db.server.ts";
import { type CardSortOrder, type DateSpan, covers } from "../history/history.ts";
import { clampPage } from "../list-page.ts";
import { type Order, newest, oldest } from "../history/order.ts";
import { type SettledPick, historyPageSize } from "../history/settled-pick.ts";
import { type SportFilter, passes, sports } from "../bets/sports.ts";
import { type Figures, addTotals, bandOf, noTotals, figuresOf, shownFigures, totalsOf } from "../figures/totals.ts";
import {
  type OwnLine,
  type OwnResult,
  type OwnTotals,
  type PostedBet,
  ownLineColumns,
  ownResultOf,
  ownTotalsOf,
  postedBetColumns,
} from "./own-line.ts";
import { type Charts, type DayTotals, chartsOf } from "../figures/series.ts";

/** The columns needed to count, sort and page a card; the others are read for one page only. Pure. */
export type CardEntry = Pick<SettledPick, "id" | "game_date" | "sim_confidence"> &
  PostedBet &
  OwnLine & {
    settled: PickRow["settled"];
    created_at: string;
    /** True if the member added the pick after its start. */
    afterStart: boolean;
  };

export const cardEntryColumns = [
  "id",
  "game_date",
  "sim_confidence",
  "settled",
  "created_at",
  ...postedBetColumns,
  ...ownLineColumns,
] as const;

interface CardQuery {
  allowed: SportFilter;
  span: DateSpan;
  sort: CardSortOrder;
  page: number;
  /** True if the figures count picks that were added after their start. They are listed anyway. */
  countsLate: boolean;
}

export interface CardResults {
  ids: number[];
  total: number;
  page: number;
  pages: number;
  figures: Figures;
  charts: Charts | null;
  /** At the member's own prices; null while they noted none for these picks. */
  own: OwnTotals | null;
  /** The sports with results on this card, in the order of the staff form. */
  sports: string[];
}

export function resultsOf(
  card: readonly CardEntry[],
  { allowed, span, sort, page: requested, countsLate }: CardQuery,
): CardResults {
  const settled = card.filter((entry) => entry.settled === 1);
  const shown = settled
    .filter((entry) => passes(allowed, entry.sport) && covers(span, entry.game_date))
    .sort(orders[sort]);
  const counted = shown.filter((entry) => countsLate || !entry.afterStart);
  const { page, pages } = clampPage(shown.length, requested, historyPageSize);
  return {
    ids: shown.slice((page - 1) * historyPageSize, page * historyPageSize).map((entry) => entry.id),
    total: shown.length,
    page,
    pages,
    figures: shownFigures(figuresOf(counted.map(totalsOf).reduce(addTotals, noTotals))),
    charts: chartsOf(counted.map(dayTotalsOf)),
    own: ownTotalsOf(
      counted.map((entry) => ownResultOf(entry, entry)).filter((result): result is OwnResult => result !== null),
    ),
    sports: sports.filter((sport) => settled.some((entry) => entry.sport === sport)),
  };
}

function dayTotalsOf(entry: CardEntry): DayTotals {
  return { ...totalsOf(entry), game_date: entry.game_date, band: bandOf(entry.sim_confidence) };
}

const orders: Readonly<Record<CardSortOrder, Order<CardEntry>>> = {
  newest,
  oldest,
  sport: (left, right) => rankOf(left.sport) - rankOf(right.sport) || newest(left, right),
};

function rankOf(sport: string): number {
  return sports.findIndex((candidate) => candidate === sport);
}
