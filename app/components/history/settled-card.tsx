import { Link } from "@remix-run/react";
import { formatNumber, formatPercent } from "../../format.ts";
import { offerText } from "../../models/bets/bet.ts";
import type { SettledCardPick } from "../../models/history/settled-pick.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { ownLinePath } from "../../paths/paths.ts";
import { recordPickPath } from "../../paths/record.ts";
import { useFrame } from "../shared/use-frame.tsx";
import { formatMoment } from "../../time/instant-text.ts";
import { Instant } from "../shared/instant.tsx";
import { Result } from "../shared/pick-parts.tsx";
import { Term } from "./stats-panel.tsx";

interface SettledCardProps {
  pick: SettledCardPick;
  stream: Stream;
  short?: boolean;
  /** Added to the card after its start. */
  late?: boolean;
}

/** Blue for a win, red for a loss, neutral for a push or void; the text says it too. */
export function SettledCard({ pick, stream, short = false, late = false }: SettledCardProps) {
  const { outcome, mark, label } = pick;
  const offer = offerText(pick, useFrame().person?.odds);
  return (
    <article className={`panel settled ${outcome}`}>
      <h2>
        <span>{mark}</span>
        {` ${label} – ${pick.pick}`}
      </h2>
      <p className="res">
        <Term name="u">
          <Result units={pick.units_result} />
        </Term>
      </p>
      <p className="meta">
        <b>{pick.sport}</b>
        {pick.game_date && <span>{pick.game_date}</span>}
        {late && <span className="tag">After the start</span>}
        {pick.corrected && <span className="tag">Corrected</span>}
      </p>
      <p className="game">
        {pick.game}
        {pick.own && (
          <>
            <br />
            <span className="muted">{pick.own}</span>
          </>
        )}
      </p>
      <dl>
        <div>
          <dt>
            <Term name="cl">{short ? "CL" : "Closing line"}</Term>
          </dt>
          <dd>
            {`${pick.closing_line || (outcome === "void" ? "–" : "")} `}
            {outcome !== "void" && pick.clv !== "" && (
              <Term name="clv" className={`flag ${pick.tone}`.trim()}>
                {pick.clv}
              </Term>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Term name="sim">{short ? "Sim %" : "Sim confidence"}</Term>
          </dt>
          <dd>{formatPercent(pick.sim_confidence)}</dd>
        </div>
      </dl>
      <details>
        <summary>Details</summary>
        <dl>
          {offer && (
            <div>
              <dt>Price</dt>
              <dd>{offer}</dd>
            </div>
          )}
          {pick.why && (
            <div>
              <dt>Why this pick</dt>
              <dd className="pre">{pick.why}</dd>
            </div>
          )}
          {pick.time && (
            <div>
              <dt>Time</dt>
              <dd>{pick.time}</dd>
            </div>
          )}
          <div>
            <dt>Unit size</dt>
            <dd>{`${formatNumber(pick.unit_size)}u`}</dd>
          </div>
          {pick.tag && (
            <div>
              <dt>Tag</dt>
              <dd>{pick.tag}</dd>
            </div>
          )}
          <div>
            <dt>Added on</dt>
            <dd>
              <Instant iso={pick.created_at} format={formatMoment} />
            </dd>
          </div>
          {pick.own !== undefined && (
            <div>
              <dt>My line</dt>
              <dd>
                <Link className="a" to={ownLinePath(pick.id)}>
                  {pick.own ? "Change it" : "Add your line"}
                </Link>
              </dd>
            </div>
          )}
          <div>
            <dt>Record</dt>
            <dd>
              <Link className="a" to={recordPickPath(`${stream}:${pick.id}`)}>
                History of this pick
              </Link>
            </dd>
          </div>
        </dl>
      </details>
    </article>
  );
}
