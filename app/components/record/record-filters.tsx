import { Link, useSearchParams } from "@remix-run/react";
import { filterLabels } from "../../models/record/pages/filter-labels.ts";
import { recordPath } from "../../paths/record.ts";
import { sports } from "../../models/bets/sports.ts";
import type { FieldErrors } from "../../refusal.ts";
import { type Option, type OptionGroup, SelectField } from "../forms/field.tsx";
import { SheetTitle } from "../history/sheet-title.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { popover } from "../shared/popover.ts";

interface RecordFiltersProps {
  errors: FieldErrors;
}

/** A sheet on phones; in the page where a choice was refused, so that it stays in view. */
export function RecordFilters({ errors }: RecordFiltersProps) {
  const [query] = useSearchParams();
  const isRefused = Object.keys(errors).length > 0;
  const fields: readonly [name: string, label: string, options: readonly (Option | OptionGroup)[]][] = [
    ["stream", "Stream", optionsIn("stream")],
    ["sport", "Sport", sports.map((sport) => ({ value: sport, label: sport }))],
    ["market", "Market", optionsIn("market")],
    ["result", "Result", optionsIn("result")],
    ["show", "Show", [...optionsIn("show"), { group: "Not counted", options: optionsIn("word") }]],
  ];
  const split = query.get("split");
  return (
    <FilterForm
      className="filters sheet panel"
      id="search"
      aria-label="Search"
      action={`${recordPath}#picks`}
      {...(isRefused ? {} : popover)}
    >
      {!isRefused && <SheetTitle id="search" text="Search" />}
      {fields.map(([name, label, options]) => (
        <SelectField
          key={name}
          label={label}
          name={name}
          error={errors[name]}
          defaultValue={query.get(name) ?? ""}
          options={[{ value: "", label: name === "show" ? "Everything" : "All" }, ...options]}
        />
      ))}
      {split && <input type="hidden" name="split" value={split} />}
      <div className="row">
        <ApplyButton />
        <Link className="btn quiet" to={`${recordPath}#picks`} preventScrollReset>
          Reset
        </Link>
      </div>
    </FilterForm>
  );
}

function optionsIn(name: keyof typeof filterLabels): Option[] {
  return Object.entries(filterLabels[name]).map(([value, label]) => ({ value, label }));
}
