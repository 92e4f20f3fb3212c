import type { ReactNode } from "react";
import { formatNumber, formatPercent } from "../../format.ts";
import { runsByDay } from "../../models/bets/game-day.ts";
import { breakEvenPercent } from "../../models/bets/units.ts";
import type { OpenPick } from "../../models/picks/pick.ts";
import { stakeText } from "../../models/figures/unit-money.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { learnPath, pickAnchor } from "../../paths/paths.ts";
import { recordPickPath } from "../../paths/record.ts";
import { Icon, sportIcon } from "../shared/icon.tsx";
import { formatMoment } from "../../time/instant-text.ts";
import { Instant, ZoneNote } from "../shared/instant.tsx";
import { ConfidenceMeter, PriceLine } from "../shared/pick-parts.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { Countdown, Start } from "./start.tsx";

interface PickCardProps {
  pick: OpenPick;
  stream: Stream;
  /** A pro pick outside the list of pro picks. */
  isPro?: boolean;
  action?: ReactNode;
  /** Leaves out "Added on", as My Card does. */
  own?: boolean;
  /** Added to the card after its start. */
  late?: boolean;
}

interface PickDaysProps {
  picks: readonly OpenPick[];
  card: (pick: OpenPick) => ReactNode;
}

/** Cards in their order, with a heading before each run of one game day. */
export function PickDays({ picks, card }: PickDaysProps) {
  return (
    <>
      {runsByDay(picks).flatMap(({ day, picks: ofDay }, index) => [
        <h2 className="day" key={`${day} ${ofDay[0]?.id}`}>
          {`${day} `}
          <span>{picksText(ofDay.length)}</span>
          {index === 0 && (
            <span>
              <ZoneNote days />
            </span>
          )}
        </h2>,
        ...ofDay.map(card),
      ])}
    </>
  );
}

function Why({ pick: { id, why }, stream }: { pick: OpenPick; stream: Stream }) {
  return (
    <details>
      <summary>Details</summary>
      <p className="pre">{why}</p>
      <a className="a" href={recordPickPath(`${stream}:${id}`)} aria-describedby={pickAnchor(id)}>
        Page of this pick
      </a>
    </details>
  );
}

/** The stake in the reader's money. */
function Stake({ pick: { unit_size, odds } }: { pick: OpenPick }) {
  const money = useFrame().person?.money;
  if (!money) return null;
  return (
    <>
      <br />
      <b>{stakeText(unit_size, odds, money)}</b>
    </>
  );
}

/** What the price needs, the edge that the simulation claims, and what claims like it were worth. */
function Worth({ pick: { odds, sim_confidence, claim } }: { pick: OpenPick }) {
  if (odds === null) return null;
  const needed = breakEvenPercent(odds);
  const points = (sim_confidence ?? 0) - needed;
  const edge = sim_confidence === null ? "" : ` · edge ${points > 0 ? "+" : ""}${formatPercent(points).slice(0, -1)}`;
  return (
    <>
      <br />
      <span className="fine">
        {/* Not a Link, which takes longer to render, on every card of the page. */}
        <a className="term" href={`${learnPath}#term-edge`}>
          {`Needs ${formatPercent(needed)}${edge}`}
        </a>
        {claim && ` · ${claim}`}
      </span>
    </>
  );
}

export function picksText(count: number): string {
  return `${count} ${count === 1 ? "pick" : "picks"}`;
}

export function PickCard({ pick, stream, isPro = false, action, own = false, late = false }: PickCardProps) {
  return (
    <article className="card">
      <span className="sport">
        <Icon name={sportIcon(pick.sport)} />
      </span>
      <p className="meta">
        <b>{pick.sport}</b>
        <Start pick={pick} />
        <Countdown pick={pick} />
        {late && <span className="tag">After the start</span>}
        {own && pick.tag && <span>{pick.tag}</span>}
      </p>
      <div className="what">
        <h3 id={pickAnchor(pick.id)}>{pick.pick || "–"}</h3>
        {isPro && <span className="tag pro">PRO PICK</span>}
        <PriceLine pick={pick} />
      </div>
      <p className="game">
        {pick.game}
        {pick.note && (
          <>
            <br />
            {pick.note}
          </>
        )}
        <Stake pick={pick} />
        <Worth pick={pick} />
      </p>
      <div className="deal">
        <dl className="nums">
          <div>
            <dt>
              <a className="term" href={`${learnPath}#term-sim`}>
                Sim confidence
              </a>
            </dt>
            <dd>
              {formatPercent(pick.sim_confidence)}
              <ConfidenceMeter percent={pick.sim_confidence} odds={pick.odds} />
            </dd>
          </div>
          <div>
            <dt>Unit size</dt>
            <dd>{`${formatNumber(pick.unit_size)}u`}</dd>
          </div>
        </dl>
        {action}
      </div>
      {(pick.why || !own) && (
        <div className="fine">
          {pick.why && <Why pick={pick} stream={stream} />}
          {!own && (
            <>
              {pick.tag && `${pick.tag} · `}Added on: <Instant iso={pick.created_at} format={formatMoment} />
            </>
          )}
        </div>
      )}
    </article>
  );
}
