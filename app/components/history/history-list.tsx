import { Link } from "@remix-run/react";
import { describePeriod, isBackwards } from "../../models/history/history.ts";
import type { SettledCardPick } from "../../models/history/settled-pick.ts";
import type { Stream } from "../../models/bets/stream.ts";
import type { Figures } from "../../models/figures/totals.ts";
import type { Charts } from "../../models/figures/series.ts";
import type { ReactNode } from "react";
import { type Option, type OptionGroup, optionsOf } from "../forms/field.tsx";
import { recordPath } from "../../paths/record.ts";
import { opens, popover, usePopoversHiddenOnScroll } from "../shared/popover.ts";
import { Printed } from "../shared/printed.tsx";
import { RecordCharts } from "../drawings/record-charts.tsx";
import { type Filtered, HistoryFilterState, useFilterState } from "./filter-state.tsx";
import { type FilterFields, HistoryFilters } from "./history-filters.tsx";
import { SettledCard } from "./settled-card.tsx";
import { SheetTitle } from "./sheet-title.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import { EmptyList } from "../shared/list-parts.tsx";
import { Pager } from "../shared/pager.tsx";

interface HistoryResultsProps extends FilterFields {
  emptyText: string;
  history: Filtered & {
    picks: readonly SettledCardPick[];
    total: number;
    page: number;
    pages: number;
    figures: Figures;
    charts: Charts | null;
    corrections: string;
  };
  stream: Stream;
  /** Above the list. */
  lead?: ReactNode;
  /** Under the list. */
  note?: ReactNode;
  /** Short card labels: CL, Sim %. */
  short?: boolean;
  /** The ids of the picks on My Card that were added after their start. */
  late?: readonly number[];
}

interface HistoryListProps extends HistoryResultsProps {
  title: string;
}

export function HistoryList({ title, ...results }: HistoryListProps) {
  return (
    <div className="wrap page">
      <Printed />
      <div className="head">
        <div className="t">
          <h1>{title}</h1>
          <HistoryFilterState {...results} />
        </div>
      </div>
      <HistoryResults {...results} searches note={<RecordNote corrections={results.history.corrections} />} />
    </div>
  );
}

export function HistoryResults({
  emptyText,
  history,
  stream,
  lead,
  note,
  short = false,
  late = [],
  ...filters
}: HistoryResultsProps) {
  usePopoversHiddenOnScroll();
  const { sport, text, clearTo } = useFilterState({ history, ...filters });
  const { figures } = history;
  return (
    <>
      <div className="toggles">
        <button className={text === "" ? "btn" : "btn on"} type="button" {...opens("search")}>
          🔍 Search
        </button>
        <button className="btn" type="button" {...opens("stats")}>
          📊 Stats
        </button>
      </div>
      <div className="cols">
        <aside className="sheet" id="stats" {...popover} aria-label="Stats">
          <SheetTitle id="stats" text="Stats" />
          <StatsPanel figures={figures} of={describePeriod({ ...history, sport })} />
          <div className="stack side">
            <RecordCharts charts={history.charts} bets={figures.totalBets} />
          </div>
        </aside>
        <section className="stack" aria-label="Results">
          <HistoryFilters {...filters} range={history.range} total={history.total} asksLate={late.length > 0} />
          {lead}
          <div className="stack list">
            {history.picks.length === 0 && (
              <EmptyList
                text={isBackwards(history.span) ? `${emptyText} The start date is after the end date.` : emptyText}
                clearTo={text === "" ? null : clearTo}
              />
            )}
            {history.picks.map((pick) => (
              <SettledCard key={pick.id} pick={pick} stream={stream} short={short} late={late.includes(pick.id)} />
            ))}
          </div>
          <Pager page={history.page} pages={history.pages} />
          {note}
        </section>
      </div>
    </>
  );
}

function RecordNote({ corrections }: { corrections: string }) {
  return (
    <p className="muted">
      {corrections && `${corrections} `}
      <Link className="a" to={recordPath}>
        The public record
      </Link>{" "}
      leaves out picks published without a price or after the start.
    </p>
  );
}

/** The listed sports, then "More sports": the others that have results. */
export function sportOptions(named: readonly string[], withResults: readonly string[]): (Option | OptionGroup)[] {
  const more = withResults.filter((sport) => !named.includes(sport));
  return [
    ...optionsOf(["All", ...named]),
    ...(more.length > 0 ? [{ group: "More sports", options: optionsOf(more) }] : []),
  ];
}
