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
  history: { picks: readonly SettledPick[]; page: number; pages: number; record: RecordFigures; charts: Charts | null; range: string; span: DateSpan };
  errors: FieldErrors;
  sports: readonly (Option | OptionGroup)[];
  /** The date fields of this page, by name and label. */
  dates: readonly { name: string; label: string }[];
  /** What Reset puts into the date fields: MM/DD/YYYY, or nothing. */
  resetDate?: string;
  orders?: readonly CardSortOrder[];
  /** What else of the query a filter keeps. */
  kept?: Readonly<Record<string, string>>;
  /** Sets the cards' labels short: CL, Sim %. */
  short?: boolean;
}

interface HistoryListProps extends HistoryResultsProps {
  title: string;
  /** Beside the title, or under it where there is no room. */
  subtitle?: ReactNode;
}

/** A page of settled picks. */
export function HistoryList({ title, subtitle, ...results }: HistoryListProps) {
  return (
    <div className="wrap page">
      <div className="head"><h1>{title}</h1>{subtitle}</div>
      <HistoryResults {...results} />
    </div>
  );
}

/** Settled picks with filters, quick ranges, the record of all that they let through, and pages. */
export function HistoryResults({ emptyText, history, short = false, ...filters }: HistoryResultsProps) {
  usePopoversHiddenOnScroll();
  return (
    <>
      <div className="toggles">
        <button className="btn" type="button" {...opens("search")}>🔍 Search</button>
        <button className="btn" type="button" {...opens("stats")}>📊 Stats</button>
      </div>
      <div className="cols">
        <section className="stack" aria-label="Results">
          <HistoryFilters {...filters} range={history.range} />
          <div className="phone"><Problem message={Object.values(filters.errors)[0]} /></div>
          <div className="stack list">
            {history.picks.length === 0 && <p className="empty">{isBackwards(history.span) ? `${emptyText} The start date is after the end date.` : emptyText}</p>}
            {history.picks.map((pick) => <SettledCard key={pick.id} pick={pick} short={short} />)}
          </div>
          <Pager page={history.page} pages={history.pages} />
        </section>
        <aside className="sheet" id="stats" {...popover} aria-label="Stats">
          <SheetTitle of="stats" text="Stats" />
          <div className="stack"><StatsPanel record={history.record} /><RecordCharts charts={history.charts} unitsWon={history.record.unitsWon} /></div>
        </aside>
      </div>
    </>
  );
}

/** The sports that a page names, then a group of the others that have results. */
export function sportOptions(named: readonly string[], withResults: readonly string[]): (Option | OptionGroup)[] {
  const more = withResults.filter((sport) => !named.includes(sport));
  return [...optionsOf(["All", ...named]), ...(more.length > 0 ? [{ group: "More sports", options: optionsOf(more) }] : [])];
}

type HistoryFiltersProps = Omit<HistoryResultsProps, "emptyText" | "history" | "short"> & { range: string };

function HistoryFilters({ errors, sports, dates, resetDate = "", range, orders = sortOrders, kept = {} }: HistoryFiltersProps) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const datesAs = (date: string) => ({ ...Object.fromEntries(dates.map(({ name }) => [name, date])), range: "", page: "" });
  return (
    <div className="sheet panel" id="search" {...popover}>
      <SheetTitle of="search" text="Search" />
      <FilterForm className="filters" aria-label="Search">
        <SelectField label="Sport" name="sport" error={errors.sport} defaultValue={query.get("sport") ?? "All"} options={sports} />
        <SelectField label="Sort" name="sort" error={errors.sort} defaultValue={query.get("sort") ?? "newest"} options={orders.map((order) => ({ value: order, label: sortLabels[order] }))} />
        {dates.map(({ name, label }) => <DateField key={name} label={label} name={name} error={errors[name]} defaultValue={query.get(name) ?? ""} />)}
        {Object.entries({ ...kept, range }).map(([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />)}
        <div className="row"><ApplyButton /><Link className="btn quiet" to={withQuery(pathname, query, datesAs(resetDate))} preventScrollReset>Reset</Link></div>
      </FilterForm>
      <QuickRanges range={range} withoutDates={datesAs("")} />
    </div>
  );
}

/** A range and a date exclude each other: a range's link carries no dates. */
function QuickRanges({ range, withoutDates }: { range: string; withoutDates: Readonly<Record<string, string>> }) {
  const { pathname, search } = useLocation();
  return (
    <nav className="seg" aria-label="Quick ranges">
      {quickRanges.map((choice) => (
        <Link key={choice} to={withQuery(pathname, search, { ...withoutDates, range: choice })} preventScrollReset aria-current={choice === range ? "true" : undefined}>
          {quickRangeLabels[choice]}
        </Link>
      ))}
    </nav>
  );
}

function SheetTitle({ of, text }: { of: string; text: string }) {
  return (
    <p className="sheet-t">
      {text}
      <button className="burger" type="button" {...closes(of)} aria-label="Close"><Icon name="x" /></button>
    </p>
  );
}
