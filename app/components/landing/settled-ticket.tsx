import { Link } from "@remix-run/react";
import { landing } from "../../content.ts";
import type { SettledTicket as Ticket } from "../../models/record/live-record.server.ts";
import { formatPercent } from "../../format.ts";
import { recordPickPath } from "../../paths/record.ts";
import { Icon, sportIcon } from "../shared/icon.tsx";
import { ConfidenceMeter } from "../shared/pick-parts.tsx";
import { VerdictStrip } from "./verdict-strip.tsx";

/** A pick of the record with its own score and verdict. */
export function SettledTicket({ ticket }: { ticket: Ticket }) {
  const { ref, sport, start, tag, pick, game, confidence, odds, stake, score, won, units } = ticket;
  return (
    <div className="sample">
      <section className="ticket" aria-label="A settled pick">
        <article className="card">
          <span className="sport">
            <Icon name={sportIcon(sport)} />
          </span>
          <p className="meta">
            <b>{sport}</b>
            {start && <span>{start}</span>}
            {tag && <span>{tag}</span>}
          </p>
          <div className="what">
            <h2>{pick}</h2>
          </div>
          <p className="game">
            {game}
            {score && (
              <>
                <br />
                {`Final score ${score}`}
              </>
            )}
          </p>
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
      <VerdictStrip verdict={{ pick, won, units }} />
      <p className="muted">
        <Link className="a" to={recordPickPath(ref)}>
          {landing.ticketLink}
        </Link>
      </p>
    </div>
  );
}
