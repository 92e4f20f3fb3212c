import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageExtras } from "../http.server.ts";
import { cardSortOrders } from "../models/history.ts";
import type { OpenPick, Stream } from "../models/pick.ts";
import { cardFilterSports, streams } from "../models/pick.ts";
import type { OwnCard as OwnCardView } from "../models/saved-pick.server.ts";
import { cardPath, cardTabPath, removeSavedPath, withQuery } from "../paths.ts";
import { can } from "../policy.ts";
import type { FieldErrors } from "../refusal.ts";
import { MemberFrame, useFrame } from "./frame.tsx";
import { HistoryResults, sportOptions } from "./history-list.tsx";
import { NoticeAlert, noticeIcons } from "./notice.tsx";
import { PickCard, pickTitleId } from "./pick-card.tsx";
import { pickIcons } from "./pick-tag.tsx";

interface OwnCardProps {
  card: OwnCardView & PageExtras;
  /** Asks something over the list. */
  dialog?: ReactNode;
}

const dates = [{ name: "start", label: "Start date" }, { name: "end", label: "End date" }] as const;
const streamLabels = { regular: "Regular", pro: "Pro" } as const;

/** A member's card: the saved picks that are open, or the results of the settled ones. */
export function OwnCard({ card, dialog }: OwnCardProps) {
  const { stream, counts, pending, history } = card;
  const tab = history ? "results" : "picks";
  return (
    <MemberFrame current={cardPath} icons={[...noticeIcons, ...pickIcons(pending ?? [])]} dialog={dialog}>
      <div className="wrap page">
        <div className="head"><h1>My Card</h1><StreamToggle tab={tab} stream={stream} /></div>
        <nav className="tabs" aria-label="My Card">
          <Link to={cardTabPath("picks", stream)} aria-current={history ? undefined : "page"}>Picks</Link>
          <Link to={cardTabPath("results", stream)} aria-current={history ? "page" : undefined}>Results</Link>
          <p className="muted tally">{`${counts.pending} pending, ${counts.settled} settled`}</p>
        </nav>
        <NoticeAlert notice={card.notice} />
        {pending && <Pending stream={stream} picks={pending} />}
        {history && <Results stream={stream} history={history} errors={card.errors} />}
      </div>
    </MemberFrame>
  );
}

function StreamToggle({ tab, stream }: { tab: "picks" | "results"; stream: Stream }) {
  return (
    <nav className="seg" aria-label="Type">
      {streams.map((choice) => (
        <Link key={choice} to={cardTabPath(tab, choice)} preventScrollReset aria-current={choice === stream ? "true" : undefined}>{streamLabels[choice]}</Link>
      ))}
    </nav>
  );
}

function Pending({ stream, picks }: { stream: Stream; picks: readonly OpenPick[] }) {
  const { person } = useFrame();
  const mayRemove = can(person, "card.write");
  if (picks.length === 0) return <p className="empty">{`No active ${stream} picks.`}</p>;
  return (
    <div className="stack list slips">
      {picks.map((pick) => <PickCard key={pick.id} pick={pick} isPro={stream === "pro"} action={mayRemove && <RemoveLink id={pick.id} />} short />)}
    </div>
  );
}

function RemoveLink({ id }: { id: number }) {
  return <p className="act"><Link className="btn" to={removeSavedPath(id)} preventScrollReset aria-describedby={pickTitleId(id)}>❌ Remove</Link></p>;
}

type ResultsProps = Pick<OwnCardView, "stream"> & { history: NonNullable<OwnCardView["history"]>; errors: FieldErrors };

function Results({ stream, history, errors }: ResultsProps) {
  const { pathname, search } = useLocation();
  return (
    <HistoryResults
      emptyText={`No results yet for ${stream} picks.`} history={history} errors={errors} sports={sportOptions(cardFilterSports, history.sports)}
      orders={cardSortOrders} dates={dates} kept={{ tab: "results", stream: stream === "pro" ? stream : "" }}
      resetTo={withQuery(pathname, search, { start: "", end: "", range: "", page: "" })} short
    />
  );
}
