import { Link, useLocation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { CardSortOrder, DateSpan } from "../../models/record/history.ts";
import { isBackwards, quickRangeLabels, quickRanges, sortLabels, sortOrders } from "../../models/record/history.ts";
import type { SettledPick } from "../../models/picks/pick.ts";
import type { RecordFigures } from "../../models/record/record.ts";
import type { Charts } from "../../models/record/series.ts";
import { withQuery } from "../../paths/paths.ts";
import type { FieldErrors } from "../../refusal.ts";
import { DateField } from "../forms/date-field.tsx";
import type { Option, OptionGroup } from "../forms/field.tsx";
import { optionsOf, SelectField } from "../forms/field.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { Icon } from "../shared/icon.tsx";
import { Problem } from "../shared/notice.tsx";
import { Pager } from "../shared/pager.tsx";
import { closes, opens, popover, usePopoversHiddenOnScroll } from "../shared/popover.ts";
import { RecordCharts } from "../drawings/record-charts.tsx";
import { SettledCard } from "./settled-card.tsx";
import { StatsPanel } from "./stats-panel.tsx";

interface HistoryResultsProps {
  emptyText: string;
  history: {
    picks: readonly SettledPick[];
    page: number;
    pages: number;
    record: RecordFigures;
    charts: Charts | null;
    range: string;
    span: DateSpan;
  };
  errors: FieldErrors;
  sports: readonly (Option | OptionGroup)[];
  dates: readonly { name: string; label: string }[];
  /** MM/DD/YYYY that Reset puts into the date fields; empty clears them. */
  resetDate?: string;
  orders?: readonly CardSortOrder[];
  hiddenFields?: Readonly<Record<string, string>>;
  /** Short card labels: CL, Sim %. */
  short?: boolean;
}

interface HistoryListProps extends HistoryResultsProps {
  title: string;
  subtitle?: ReactNode;
}

export function HistoryList({ title, subtitle, ...results }: HistoryListProps) {
  return (
    <div className="wrap page">
      <div className="head">
        <h1>{title}</h1>
        {subtitle}
      </div>
      <HistoryResults {...results} />
    </div>
  );
}

export function HistoryResults({ emptyText, history, short = false, ...filters }: HistoryResultsProps) {
  usePopoversHiddenOnScroll();
  return (
    <>
      <div className="toggles">
        <button className="btn" type="button" {...opens("search")}>
          🔍 Search
        </button>
        <button className="btn" type="button" {...opens("stats")}>
          📊 Stats
        </button>
      </div>
      <div className="cols">
        <section className="stack" aria-label="Results">
          <HistoryFilters {...filters} range={history.range} />
          <div className="phone">
            <Problem message={Object.values(filters.errors)[0]} />
          </div>
          <div className="stack list">
            {history.picks.length === 0 && (
              <p className="empty">
                {isBackwards(history.span) ? `${emptyText} The start date is after the end date.` : emptyText}
              </p>
            )}
            {history.picks.map((pick) => (
              <SettledCard key={pick.id} pick={pick} short={short} />
            ))}
          </div>
          <Pager page={history.page} pages={history.pages} />
        </section>
        <aside className="sheet" id="stats" {...popover} aria-label="Stats">
          <SheetTitle id="stats" text="Stats" />
          <div className="stack">
            <StatsPanel record={history.record} />
            <RecordCharts charts={history.charts} unitsWon={history.record.unitsWon} />
          </div>
        </aside>
      </div>
    </>
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

type HistoryFiltersProps = Omit<HistoryResultsProps, "emptyText" | "history" | "short"> & { range: string };

function HistoryFilters({
  errors,
  sports,
  dates,
  resetDate = "",
  range,
  orders = sortOrders,
  hiddenFields = {},
}: HistoryFiltersProps) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const dateChanges = (date: string) => ({
    ...Object.fromEntries(dates.map(({ name }) => [name, date])),
    range: "",
    page: "",
  });
  return (
    <div className="sheet panel" id="search" {...popover}>
      <SheetTitle id="search" text="Search" />
      <FilterForm className="filters" aria-label="Search">
        <SelectField
          label="Sport"
          name="sport"
          error={errors.sport}
          defaultValue={query.get("sport") ?? "All"}
          options={sports}
        />
        <SelectField
          label="Sort"
          name="sort"
          error={errors.sort}
          defaultValue={query.get("sort") ?? "newest"}
          options={orders.map((order) => ({ value: order, label: sortLabels[order] }))}
        />
        {dates.map(({ name, label }) => (
          <DateField key={name} label={label} name={name} error={errors[name]} defaultValue={query.get(name) ?? ""} />
        ))}
        {Object.entries({ ...hiddenFields, range }).map(
          ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="row">
          <ApplyButton />
          <Link className="btn quiet" to={withQuery(pathname, query, dateChanges(resetDate))} preventScrollReset>
            Reset
          </Link>
        </div>
      </FilterForm>
      <QuickRanges range={range} withoutDates={dateChanges("")} />
    </div>
  );
}

/** A quick range replaces the dates, so its link drops them. */
function QuickRanges({ range, withoutDates }: { range: string; withoutDates: Readonly<Record<string, string>> }) {
  const { pathname, search } = useLocation();
  return (
    <nav className="seg" aria-label="Quick ranges">
      {quickRanges.map((choice) => (
        <Link
          key={choice}
          to={withQuery(pathname, search, { ...withoutDates, range: choice })}
          preventScrollReset
          aria-current={choice === range ? "true" : undefined}
        >
          {quickRangeLabels[choice]}
        </Link>
      ))}
    </nav>
  );
}

function SheetTitle({ id, text }: { id: string; text: string }) {
  return (
    <p className="sheet-t">
      {text}
      <button className="burger" type="button" {...closes(id)} aria-label="Close">
        <Icon name="x" />
      </button>
    </p>
  );
}
