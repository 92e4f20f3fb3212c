import type { ReactNode } from "react";
import { formatPercent } from "../../format.ts";
import { Icon, sportIcon } from "../shared/icon.tsx";
import { ConfidenceMeter } from "../shared/pick-parts.tsx";
import { VerdictStrip } from "./verdict-strip.tsx";

interface TicketProps {
  label: string;
  sport: string;
  /** After the sport; '' is left out. */
  meta: readonly string[];
  pick: string;
  /** '' where the pick says it. */
  price?: string;
  game: ReactNode;
  /** Between the game and the figures. */
  plot?: ReactNode;
  confidence: number | null;
  odds: number | null;
  stake: string;
  /** Null while it is open. */
  verdict: { pick: string; won: boolean; units: number } | null;
  note: ReactNode;
}

/** One pick beside the headline, with its verdict hanging on it. */
export function Ticket(props: TicketProps) {
  const { label, sport, meta, pick, price = "", game, plot, confidence, odds, stake, verdict, note } = props;
  return (
    <div className="sample">
      <section className="ticket" aria-label={label}>
        <article className="card">
          <span className="sport">
            <Icon name={sportIcon(sport)} />
          </span>
          <p className="meta">
            <b>{sport}</b>
            {meta.filter(Boolean).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
          <div className="what">
            <h2>{pick}</h2>
            {price && (
              <p className="bet">
                <b>{price}</b>
              </p>
            )}
          </div>
          <p className="game">{game}</p>
          {plot}
          <dl className="nums">
            <div>
              <dt>Sim confidence</dt>
              <dd>
                {formatPercent(confidence)}
                <ConfidenceMeter percent={confidence} odds={odds} />
              </dd>
            </div>
            <div>
              <dt>Unit size</dt>
              <dd>{stake}</dd>
            </div>
          </dl>
        </article>
      </section>
      {verdict && <VerdictStrip verdict={verdict} />}
      <p className="muted">{note}</p>
    </div>
  );
}
