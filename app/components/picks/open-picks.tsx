import { useLocation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { OpenPick, Stream } from "../../models/picks/pick.ts";
import { openFilterSports } from "../../models/picks/pick.ts";
import { isReloadOff } from "../../paths/paths.ts";
import { AddToCard } from "./add-to-card.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { WithoutScripts } from "../shared/frame.tsx";
import { PickCard } from "./pick-card.tsx";

interface OpenPicksProps {
  title: string;
  emptyText: string;
  stream: Stream;
  picks: readonly OpenPick[];
  /** Ids of the saved ones; null for roles without a card. */
  added: readonly number[] | null;
  notice?: ReactNode;
  children: ReactNode;
}

export function OpenPicks({ title, emptyText, stream, picks, added, notice, children }: OpenPicksProps) {
  return (
    <div className="wrap page">
      <div className="head">
        <h1>{title}</h1>
        <OpenPicksFilter />
      </div>
      {notice}
      <div className="cols">
        <div className="stack list rows">
          {picks.length === 0 && <p className="empty">{emptyText}</p>}
          {picks.map((pick) => (
            <PickCard
              key={pick.id}
              pick={pick}
              isPro={stream === "pro"}
              action={added && <AddToCard stream={stream} pickId={pick.id} added={added} />}
            />
          ))}
        </div>
        {children}
      </div>
      <NewPicksAnnouncement picks={picks} />
    </div>
  );
}

function OpenPicksFilter() {
  const { search } = useLocation();
  return (
    <FilterForm className="filters duo">
      <Choice label="Sort by time" name="sort">
        <option value="desc">Sort by Time (Newest)</option>
        <option value="asc">Sort by Time (Oldest)</option>
      </Choice>
      <Choice label="Sport" name="sport">
        <option value="All">All Sports</option>
        {openFilterSports.map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </Choice>
      <ApplyButton />
      {/* Without scripts the whole page reloads, and focus and selections are lost. */}
      <WithoutScripts>
        <label className="check">
          <input type="checkbox" name="refresh" value="off" defaultChecked={isReloadOff(search)} />
          Don't reload every 30 seconds
        </label>
      </WithoutScripts>
    </FilterForm>
  );
}

function Choice({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  const [query] = useSearchParams();
  return (
    <label className="f">
      <span className="vh">{label}</span>
      <select name={name} defaultValue={query.get(name) ?? undefined}>
        {children}
      </select>
    </label>
  );
}

/** Announces only new picks from the refresh, not those that a changed filter shows. */
function NewPicksAnnouncement({ picks }: { picks: readonly OpenPick[] }) {
  const { search } = useLocation();
  const seen = useRef<{ search: string; highestId: number } | null>(null);
  const [announcement, setAnnouncement] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const before = seen.current?.search === search ? seen.current.highestId : null;
    const added = before === null ? 0 : picks.filter((pick) => pick.id > before).length;
    seen.current = { search, highestId: Math.max(before ?? 0, ...picks.map((pick) => pick.id)) };
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
