import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageExtras } from "../../http/page.server.ts";
import type { OpenPick } from "../../models/picks/pick.ts";
import { type Stream, streams } from "../../models/bets/stream.ts";
import type { OwnCard as OwnCardView } from "../../models/card/saved-pick.server.ts";
import { cardPath, cardTabPath, ownLinePath, pickAnchor, removeSavedPath } from "../../paths/paths.ts";
import { MemberFrame } from "../shared/frame.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { Printed } from "../shared/printed.tsx";
import { AtStake, LargeStake } from "./at-stake.tsx";
import { PickCard, PickDays, picksText } from "./pick-card.tsx";

interface OwnCardProps {
  card: OwnCardView & PageExtras;
  results?: ReactNode;
  dialog?: ReactNode;
}

const streamLabels = { regular: "Regular", pro: "Pro" } as const;

export function OwnCard({ card, results, dialog }: OwnCardProps) {
  const { stream, pending, history, late } = card;
  const tab = history ? "results" : "picks";
  return (
    <MemberFrame current={cardPath} dialog={dialog}>
      <div className="wrap page">
        <Printed />
        <div className="head choice">
          <div className="t">
            <h1>My Card</h1>
            {pending && (
              <p className="muted">
                {picksText(pending.length)}
                <AtStake />
              </p>
            )}
          </div>
          <StreamToggle tab={tab} stream={stream} />
        </div>
        <nav className="tabs" aria-label="My Card">
          <Link to={cardTabPath("picks", stream)} aria-current={history ? undefined : "page"}>
            Picks
          </Link>
          <Link to={cardTabPath("results", stream)} aria-current={history ? "page" : undefined}>
            Results
          </Link>
        </nav>
        <NoticeAlert notice={card.notice} />
        {pending && <LargeStake />}
        {pending && <Pending stream={stream} picks={pending} late={late} />}
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

interface PendingProps {
  stream: Stream;
  picks: readonly OpenPick[];
  /** Ids of those that were added after their start. */
  late: readonly number[];
}

function Pending({ stream, picks, late }: PendingProps) {
  const { person } = useFrame();
  const mayRemove = person?.removes;
  if (picks.length === 0) return <p className="empty">{`No active ${stream} picks.`}</p>;
  return (
    <div className={mayRemove ? "stack list rows removes" : "stack list rows"}>
      <PickDays
        picks={picks}
        card={(pick) => (
          <PickCard
            key={pick.id}
            pick={pick}
            stream={stream}
            isPro={stream === "pro"}
            action={mayRemove && <CardLinks id={pick.id} />}
            own
            late={late.includes(pick.id)}
          />
        )}
      />
    </div>
  );
}

function CardLinks({ id }: { id: number }) {
  return (
    <>
      <p className="act">
        <Link className="btn quiet" to={ownLinePath(id)} aria-describedby={pickAnchor(id)}>
          My line
        </Link>
      </p>
      <p className="act rm">
        <Link className="btn quiet" to={removeSavedPath(id)} preventScrollReset aria-describedby={pickAnchor(id)}>
          ❌ Remove
        </Link>
      </p>
    </>
  );
}
