import { Link, useLocation, useSearchParams } from "@remix-run/react";
import {
  type CardSortOrder,
  type SortOrder,
  quickRangeLabels,
  quickRanges,
  sortLabels,
  sortOrders,
} from "../../models/history/history.ts";
import { withQuery } from "../../paths/paths.ts";
import type { FieldErrors } from "../../refusal.ts";
import { DateField } from "../forms/date-field.tsx";
import { type Option, type OptionGroup, SelectField, TextField } from "../forms/field.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { Icon } from "../shared/icon.tsx";
import { closes, popover } from "../shared/popover.ts";

const lateOptions = [
  { value: "", label: "Not counted" },
  { value: "1", label: "Counted" },
] as const;

export interface FilterFields {
  errors: FieldErrors;
  sports: readonly (Option | OptionGroup)[];
  dates: readonly { name: string; label: string }[];
  /** MM/DD/YYYY that Reset puts into the date fields; empty clears them. */
  resetDate?: string;
  /** Whether there is a field for a team or a pick. */
  searches?: boolean;
  orders?: readonly (SortOrder | CardSortOrder)[];
  hiddenFields?: Readonly<Record<string, string>>;
}

type HistoryFiltersProps = FilterFields & {
  range: string;
  /** Whether picks that were added after their start are counted is a choice. */
  asksLate: boolean;
};

/** A sheet on phones; in the page where a field was refused, so that it stays in view. */
export function HistoryFilters({
  errors,
  sports,
  dates,
  resetDate = "",
  searches = false,
  range,
  orders = sortOrders,
  hiddenFields = {},
  asksLate,
}: HistoryFiltersProps) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const dateChanges = (date: string) => ({
    ...Object.fromEntries(dates.map(({ name }) => [name, date])),
    range: "",
    page: "",
  });
  const isRefused = Object.keys(errors).length > 0;
  return (
    <FilterForm className="filters sheet panel" id="search" aria-label="Search" {...(isRefused ? {} : popover)}>
      {!isRefused && <SheetTitle id="search" text="Search" />}
      {searches && (
        <TextField
          className={dates.length > 1 ? "f whole" : "f"}
          label="Team or pick"
          name="q"
          type="search"
          maxLength={100}
          error={errors.q}
          defaultValue={query.get("q") ?? ""}
        />
      )}
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
      {asksLate && (
        <SelectField
          label="Added after the start"
          name="after_start"
          error={errors.after_start}
          defaultValue={query.get("after_start") ?? ""}
          options={lateOptions}
        />
      )}
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
        {resetDate !== "" && (
          <Link className="btn quiet" to={withQuery(pathname, query, dateChanges(""))} preventScrollReset>
            All dates
          </Link>
        )}
      </div>
      <div className="row">
        <QuickRanges range={range} withoutDates={dateChanges("")} />
      </div>
    </FilterForm>
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

export function SheetTitle({ id, text }: { id: string; text: string }) {
  return (
    <p className="sheet-t">
      {text}
      <button className="burger" type="button" {...closes(id)} aria-label="Close">
        <Icon name="x" />
      </button>
    </p>
  );
}
