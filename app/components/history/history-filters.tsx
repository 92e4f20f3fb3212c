import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  type CardSortOrder,
  type SortOrder,
  quickRangeLabels,
  quickRanges,
  sortLabels,
  sortOrders,
} from "../../models/history/history.ts";
import { countText } from "../../format.ts";
import { withQuery } from "../../paths/paths.ts";
import type { FieldErrors } from "../../refusal.ts";
import { DateField } from "../forms/date-field.tsx";
import { type Option, type OptionGroup, SelectField, TextField } from "../forms/field.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { closes, popover } from "../shared/popover.ts";
import { SheetTitle } from "./sheet-title.tsx";

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
  /** The picks that the filter finds. */
  total: number;
  /** Whether picks that were added after their start are counted is a choice. */
  asksLate: boolean;
};

/** A sheet on phones, or in the page where a field was refused. */
export function HistoryFilters({
  errors,
  sports,
  dates,
  resetDate = "",
  searches = false,
  range,
  total,
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
  const isInPage = useRefusedInPage(Object.keys(errors).length > 0);
  return (
    <FilterForm className="filters sheet panel" id="search" aria-label="Search" {...(isInPage ? {} : popover)}>
      {!isInPage && <SheetTitle id="search" text="Search" />}
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
      {!isInPage && <ShowButton total={total} />}
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

/** True if the refused form is to stand in the page, so that its errors are in view: they are while its sheet is open. */
function useRefusedInPage(isRefused: boolean): boolean {
  const [isInPage, setInPage] = useState(isRefused);
  useEffect(() => {
    const sheet = document.getElementById("search");
    const update = () => setInPage(isRefused && sheet?.matches(":popover-open") !== true);
    update();
    sheet?.addEventListener("toggle", update);
    return () => sheet?.removeEventListener("toggle", update);
  }, [isRefused]);
  return isInPage;
}

/** Closes the sheet, whose choices already apply. Only with scripts: without them Apply does both. */
function ShowButton({ total }: { total: number }) {
  return (
    <div className="sheet-t by-script">
      <button className="btn primary" type="button" {...closes("search")} onClick={applyTyped}>
        {`Show ${countText(total)} ${total === 1 ? "pick" : "picks"}`}
      </button>
    </div>
  );
}

/** A field applies when the focus leaves it, which a button doesn't take on an iPhone. */
function applyTyped() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
