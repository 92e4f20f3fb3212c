import { Form, useLocation, useSearchParams } from "@remix-run/react";
import type { PageExtras } from "../../http/page.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { sports } from "../../models/bets/sports.ts";
import { managerPath } from "../../paths/paths.ts";
import { Fold } from "../shared/fold.tsx";
import { optionsOf, SelectField, TextField } from "../forms/field.tsx";
import { FilterState } from "../shared/list-parts.tsx";

const names = ["q", "league", "start", "end"];
const inWords: Readonly<Record<string, string>> = { start: "from ", end: "to " };

/** Reads from the page's query what the resolved picks are searched for. */
export function useSearchTexts(): string[] {
  const [query] = useSearchParams();
  return names.flatMap((name) => {
    const value = query.get(name);
    return value ? [(inWords[name] ?? "") + value] : [];
  });
}

/** Finds resolved picks by text, sport and dates. */
export function ResolvedSearch({ stream, errors }: { stream: Stream } & Pick<PageExtras, "errors">) {
  const [query] = useSearchParams();
  const { search } = useLocation();
  const list = managerPath(stream);
  const field = (name: string) => ({
    name,
    error: errors[name],
    defaultValue: query.get(name) ?? "",
    autoFocus: name === Object.keys(errors)[0],
  });
  return (
    <>
      <FilterState text={useSearchTexts().join(", ")} clearTo={list} />
      {/* With scripts the document stays: another search fills the fields anew. */}
      <Fold key={search} label="Search" open={names.some((name) => errors[name])}>
        <Form className="find" method="get" action={`${list}#resolved`} aria-label="Search" preventScrollReset>
          <TextField label="Text" type="search" maxLength={100} {...field("q")} />
          <SelectField
            label="League"
            options={[{ value: "", label: "All" }, ...optionsOf(sports)]}
            {...field("league")}
          />
          <TextField label="From" placeholder="MM/DD/YYYY" {...field("start")} />
          <TextField label="To" placeholder="MM/DD/YYYY" {...field("end")} />
          <button className="btn">Search</button>
        </Form>
      </Fold>
    </>
  );
}
