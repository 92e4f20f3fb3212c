import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { OpenPick } from "../../models/picks/pick.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { openFilterSports } from "../../models/bets/sports.ts";
import { isReloadOff, withQuery } from "../../paths/paths.ts";
import { AddToCard } from "./add-to-card.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { WithoutScripts } from "../shared/use-frame.tsx";
import { Printed } from "../shared/printed.tsx";
import { PickCard, PickDays, picksText } from "./pick-card.tsx";
import { AtStake, LargeStake } from "./at-stake.tsx";
import { EmptyList } from "../shared/list-parts.tsx";

interface OpenPicksProps {
  title: string;
  emptyText: string;
  stream: Stream;
  picks: readonly OpenPick[];
  /** Ids of the saved ones; null for roles without a card. */
  added: readonly number[] | null;
  /** The chosen order and sport; undefined for the usual ones. */
  sort?: string | undefined;
  sport?: string | undefined;
  /** The open picks that the sport hides, where it hides all. */
  hidden?: number | undefined;
  notice?: ReactNode;
  children: ReactNode;
}

export function OpenPicks(props: OpenPicksProps) {
  const { title, emptyText, stream, picks, added, sort, sport, hidden = 0, notice, children } = props;
  return (
    <div className="wrap page">
      <Printed />
      <div className="head two-filters">
        <div className="t">
          <h1>{title}</h1>
          <p className="muted">
            {picksText(picks.length)}
            <AtStake />
          </p>
        </div>
        <OpenPicksFilter sort={sort} sport={sport} />
      </div>
      {notice}
      <LargeStake />
      <div className="cols">
        <div className="stack list rows">
          {picks.length === 0 && <EmptyOpenPicks text={emptyText} sport={sport} hidden={hidden} />}
          <PickDays
            picks={picks}
            card={(pick) => (
              <PickCard
                key={pick.id}
                pick={pick}
                stream={stream}
                action={added && <AddToCard stream={stream} pick={pick} added={added} />}
              />
            )}
          />
          <ReloadChoice />
        </div>
        {children}
      </div>
      <NewPicksAnnouncement picks={picks} />
    </div>
  );
}

function EmptyOpenPicks({ text, sport, hidden }: { text: string; sport: string | undefined; hidden: number }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyList
      text={hidden === 0 ? text : `${text} The ${sport} filter hides ${picksText(hidden)}.`}
      clearTo={sport === undefined ? null : withQuery(pathname, search, { sport: "All" })}
    />
  );
}

function OpenPicksFilter({ sort, sport }: Pick<OpenPicksProps, "sort" | "sport">) {
  const { search } = useLocation();
  return (
    <FilterForm className="filters duo">
      <Choice label="Sort by time" name="sort" value={sort}>
        <option value="desc">Sort by Time (Newest)</option>
        <option value="asc">Sort by Time (Oldest)</option>
        <option value="start">Sort by Start</option>
      </Choice>
      <Choice label="Sport" name="sport" value={sport}>
        <option value="All">All Sports</option>
        {openFilterSports.map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </Choice>
      <ApplyButton />
      {isReloadOff(search) && <input type="hidden" name="refresh" value="off" />}
    </FilterForm>
  );
}

/** Without scripts the whole page reloads, and focus and selections are lost. */
function ReloadChoice() {
  const { pathname, search } = useLocation();
  const isOff = isReloadOff(search);
  return (
    <WithoutScripts>
      <p className="row muted">
        {isOff ? "This page doesn't reload itself." : "This page reloads every 30 seconds."}{" "}
        <a className="btn quiet" href={withQuery(pathname, search, { refresh: isOff ? "" : "off" })}>
          {isOff ? "Reload every 30 seconds" : "Don't reload"}
        </a>
      </p>
    </WithoutScripts>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string | undefined;
  children: ReactNode;
}

function Choice({ label, name, value, children }: ChoiceProps) {
  return (
    <label className="f">
      <span className="vh">{label}</span>
      <select name={name} defaultValue={value}>
        {children}
      </select>
    </label>
  );
}

/** Announces only new picks from the refresh, not those that a changed filter shows. */
function NewPicksAnnouncement({ picks }: { picks: readonly OpenPick[] }) {
  const { search } = useLocation();
  const seen = useRef<{ search: string; ids: readonly number[] }>();
  const [announcement, setAnnouncement] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const ids = picks.map(({ id }) => id);
    const before = seen.current?.search === search ? seen.current.ids : ids;
    const added = ids.filter((id) => !before.includes(id)).length;
    seen.current = { search, ids };
    if (added > 0)
      setAnnouncement(({ turn }) => ({ text: added === 1 ? "1 new pick" : `${added} new picks`, turn: turn + 1 }));
  }, [picks, search]);
  // A new key each time: screen readers don't repeat unchanged text.
  return (
    <p className="vh" aria-live="polite">
      <span key={announcement.turn}>{announcement.text}</span>
    </p>
  );
}
