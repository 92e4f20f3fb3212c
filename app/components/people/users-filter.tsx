import { Link, useLocation, useSearchParams } from "@remix-run/react";
import type { PageExtras } from "../../http/page.server.ts";
import { accessKinds, accessNames, seenNames, seenSpans, statuses } from "../../models/people/user.ts";
import { usersManagerPath } from "../../paths/paths.ts";
import { type UsersFilterName, usersFilterNames } from "../../paths/users.ts";
import { roleLabel, roles } from "../../policy.ts";
import { DateField } from "../forms/date-field.tsx";
import { SelectField, TextField } from "../forms/field.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { Fold } from "../shared/fold.tsx";

const choices = {
  role: roles.map((value) => ({ value, label: roleLabel(value) })),
  status: statuses.map((value) => ({ value, label: value })),
  access: accessKinds.map((value) => ({ value, label: accessNames[value] })),
  seen: seenSpans.map((value) => ({ value, label: seenNames[value] })),
  confirmed: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ],
} as const satisfies Partial<Record<UsersFilterName, readonly { value: string; label: string }[]>>;

export function UsersFilter({ errors }: Pick<PageExtras, "errors">) {
  const [query] = useSearchParams();
  const { isFiltered, label } = useFilter();
  const field = (name: UsersFilterName) => ({ name, defaultValue: query.get(name) ?? "", error: errors[name] });
  const select = (name: keyof typeof choices) => ({
    ...field(name),
    options: [{ value: "", label: "Any" }, ...choices[name]],
  });
  return (
    <FilterForm aria-label="Search" waits>
      <div className="find">
        <TextField label="Email, name or Stripe ID" type="search" maxLength={254} {...field("q")} />
        <button className="btn">Search</button>
        {isFiltered && (
          <Link className="btn quiet" to={usersManagerPath} preventScrollReset>
            Clear
          </Link>
        )}
      </div>
      <div className="of-users">
        <Fold label={label} open={usersFilterNames.some((name) => name !== "q" && errors[name])}>
          <div className="grid6">
            <SelectField label="Access" {...select("access")} />
            <SelectField label="Account role" {...select("role")} />
            <SelectField label="Account status" {...select("status")} />
            <SelectField label="Last seen" {...select("seen")} />
            <SelectField label="Confirmed email" {...select("confirmed")} />
            <DateField label="Joined from" {...field("start")} />
            <DateField label="Joined to" {...field("end")} />
          </div>
        </Fold>
      </div>
    </FilterForm>
  );
}

/** The fold of a phone says how many filters are on. */
export function useFilter(): { isFiltered: boolean; label: string } {
  const query = new URLSearchParams(useLocation().search);
  const on = usersFilterNames.filter((name) => query.get(name));
  const folded = on.filter((name) => name !== "q").length;
  return { isFiltered: on.length > 0, label: folded === 0 ? "Filters" : `Filters (${folded})` };
}
