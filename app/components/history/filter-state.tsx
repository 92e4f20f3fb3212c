import { useLocation, useSearchParams } from "@remix-run/react";
import { type DateSpan, type QuickRange, describeFilter } from "../../models/history/history.ts";
import { withQuery } from "../../paths/paths.ts";
import type { FieldErrors } from "../../refusal.ts";
import { FilterState } from "../shared/list-parts.tsx";
import { ZoneNote } from "../shared/instant.tsx";

export interface Filtered {
  range: QuickRange | "";
  span: DateSpan;
  q?: string | undefined;
}

interface FilterStateProps {
  history: Filtered;
  errors: FieldErrors;
  dates: readonly { name: string }[];
}

export function HistoryFilterState(props: FilterStateProps) {
  const { text, clearTo } = useFilterState(props);
  return (
    <FilterState text={text} otherwise="All dates" clearTo={clearTo}>
      {" "}
      <ZoneNote />
    </FilterState>
  );
}

/** `text` is '' without a filter; `clearTo` is the same list without one. */
export function useFilterState({ history, errors, dates }: FilterStateProps): {
  sport: string;
  text: string;
  clearTo: string;
} {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const sport = errors.sport === undefined ? (query.get("sport") ?? "") : "";
  const names = ["q", "sport", "range", "page", ...dates.map(({ name }) => name)];
  const clearTo = withQuery(pathname, query, Object.fromEntries(names.map((name) => [name, ""])));
  return { sport, text: describeFilter({ ...history, sport }), clearTo };
}
