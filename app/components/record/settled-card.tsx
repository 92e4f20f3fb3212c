import { formatNumber, formatPercent } from "../../format.ts";
import type { SettledPick } from "../../models/picks/pick.ts";
import { loss, outcomeOf, win } from "../../models/picks/pick.ts";
import { Instant } from "../shared/instant.tsx";
import { Result } from "../picks/pick-parts.tsx";

/** Blue for a win, red for any other verdict; the text says it too. */
export function SettledCard({ pick, short = false }: { pick: SettledPick; short?: boolean }) {
  const won = outcomeOf(pick.verdict) === "win";
  return (
    <article className={`panel settled ${won ? "win" : "loss"}`}>
      <h2>
        <span>{won ? win : loss}</span> {won ? "WIN" : "LOSS"} – {pick.pick}
      </h2>
      <p className="res">
        <Result units={pick.units_result} />
      </p>
      <p className="meta">
        <b>{pick.sport}</b>
        {pick.game_date && <span>{pick.game_date}</span>}
      </p>
      <p className="game">{pick.game}</p>
      <dl>
        <div>
          <dt>{short ? "CL" : "Closing line"}</dt>
          <dd>
            {pick.closing_line} <ClosingLineFlag beat={pick.beat_clv} />
          </dd>
        </div>
        <div>
          <dt>{short ? "Sim %" : "Sim confidence"}</dt>
          <dd>{formatPercent(pick.sim_confidence)}</dd>
        </div>
      </dl>
      <details>
        <summary>Details</summary>
        <dl>
          {pick.time && (
            <div>
              <dt>Time</dt>
              <dd>{pick.time}</dd>
            </div>
          )}
          <div>
            <dt>Unit size</dt>
            <dd>{formatNumber(pick.unit_size)}u</dd>
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
              <Instant iso={pick.created_at} />
            </dd>
          </div>
        </dl>
      </details>
    </article>
  );
}

function ClosingLineFlag({ beat }: { beat: string }) {
  if (beat === win) return <span className="flag g">{win} Beat CLV</span>;
  return <span className="flag b">{beat === loss ? `${loss} Missed CLV` : "– CLV not recorded"}</span>;
}
