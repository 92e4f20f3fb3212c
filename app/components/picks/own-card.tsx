import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageExtras } from "../../doors/page.server.ts";
import type { OpenPick, Stream } from "../../models/picks/pick.ts";
import { streams } from "../../models/picks/pick.ts";
import type { OwnCard as OwnCardView } from "../../models/picks/saved-pick.server.ts";
import { cardPath, cardTabPath, removeSavedPath } from "../../paths/paths.ts";
import { can } from "../../policy.ts";
import { MemberFrame, useFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { PickCard, pickTitleId } from "./pick-card.tsx";

interface OwnCardProps {
  card: OwnCardView & PageExtras;
  results?: ReactNode;
  dialog?: ReactNode;
}

const streamLabels = { regular: "Regular", pro: "Pro" } as const;

export function OwnCard({ card, results, dialog }: OwnCardProps) {
  const { stream, counts, pending, history } = card;
  const tab = history ? "results" : "picks";
  return (
    <MemberFrame current={cardPath} dialog={dialog}>
      <div className="wrap page">
        <div className="head">
          <h1>My Card</h1>
          <StreamToggle tab={tab} stream={stream} />
        </div>
        <nav className="tabs" aria-label="My Card">
          <Link to={cardTabPath("picks", stream)} aria-current={history ? undefined : "page"}>
            Picks
          </Link>
          <Link to={cardTabPath("results", stream)} aria-current={history ? "page" : undefined}>
            Results
          </Link>
          <p className="muted tally">{`${counts.pending} pending, ${counts.settled} settled`}</p>
        </nav>
        <NoticeAlert notice={card.notice} />
        {pending && <Pending stream={stream} picks={pending} />}
        {results}
      </div>
    </MemberFrame>
  );
}

function StreamToggle({ tab, stream }: { tab: "picks" | "results"; stream: Stream }) {
  return (
    <nav className="seg" aria-label="Type">
      {streams.map((choice) => (
        <Link
          key={choice}
          to={cardTabPath(tab, choice)}
          preventScrollReset
          aria-current={choice === stream ? "true" : undefined}
        >
          {streamLabels[choice]}
        </Link>
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
      {picks.map((pick) => (
        <PickCard
          key={pick.id}
          pick={pick}
          isPro={stream === "pro"}
          action={mayRemove && <RemoveLink id={pick.id} />}
          short
        />
      ))}
    </div>
  );
}

function RemoveLink({ id }: { id: number }) {
  return (
    <p className="act">
      <Link className="btn" to={removeSavedPath(id)} preventScrollReset aria-describedby={pickTitleId(id)}>
        ❌ Remove
      </Link>
    </p>
  );
}
