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
  /** Which of them are on the reader's card; null for those who keep none. */
  added: readonly number[] | null;
  /** What stands above the list: notices. */
  notice?: ReactNode;
  /** The side column. */
  children: ReactNode;
}

/** A stream's open picks with sort and sport filter, and the side column. */
export function OpenPicks({ title, emptyText, stream, picks, added, notice, children }: OpenPicksProps) {
  return (
    <div className="wrap page">
      <div className="head"><h1>{title}</h1><OpenPicksFilter /></div>
      {notice}
      <div className="cols">
        <div className="stack list rows">
          {picks.length === 0 && <p className="empty">{emptyText}</p>}
          {picks.map((pick) => (
            <PickCard key={pick.id} pick={pick} isPro={stream === "pro"} action={added && <AddToCard stream={stream} pickId={pick.id} added={added} />} />
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
        {openFilterSports.map((sport) => <option key={sport}>{sport}</option>)}
      </Choice>
      <ApplyButton />
      {/* Without scripts the whole page comes anew, and what had the focus or was chosen is gone. */}
      <WithoutScripts><label className="check"><input type="checkbox" name="refresh" value="off" defaultChecked={isReloadOff(search)} />Don't reload every 30 seconds</label></WithoutScripts>
    </FilterForm>
  );
}

/** What is chosen says what the choice is about, so its label is for those who can't see it. */
function Choice({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  const [query] = useSearchParams();
  return <label className="f"><span className="vh">{label}</span><select name={name} defaultValue={query.get(name) ?? undefined}>{children}</select></label>;
}

/** The refresh says politely what came; everything else that changes stays quiet, and so does another choice of the filter. */
function NewPicksAnnouncement({ picks }: { picks: readonly OpenPick[] }) {
  const { search } = useLocation();
  const known = useRef<{ search: string; highest: number } | null>(null);
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const before = known.current?.search === search ? known.current.highest : null;
    const fresh = before === null ? 0 : picks.filter((pick) => pick.id > before).length;
    known.current = { search, highest: Math.max(before ?? 0, ...picks.map((pick) => pick.id)) };
    if (fresh > 0) setSaid(({ turn }) => ({ text: fresh === 1 ? "1 new pick" : `${fresh} new picks`, turn: turn + 1 }));
  }, [picks, search]);
  // Written anew each time: the same words in the same place would not be spoken again.
  return <p className="vh" aria-live="polite"><span key={said.turn}>{said.text}</span></p>;
}
