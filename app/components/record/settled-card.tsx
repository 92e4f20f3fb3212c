import { formatNumber, formatPercent } from "../../format.ts";
import { closingText, formatOdds } from "../../models/bets/bet.ts";
import { gameText } from "../../models/bets/final-text.ts";
import type { SettledPick } from "../../models/picks/pick.ts";
import { beatClv, missedClv, outcomeOf, outcomes } from "../../models/bets/outcome.ts";
import { Instant } from "../shared/instant.tsx";
import { Result } from "../picks/pick-parts.tsx";
import { Term } from "./stats-panel.tsx";

interface SettledCardProps {
  pick: SettledPick;
  short?: boolean;
  /** Added to the card after its start. */
  late?: boolean;
}

/** Blue for a win, red for a loss, neutral for a push or void; the text says it too. */
export function SettledCard({ pick, short = false, late = false }: SettledCardProps) {
  const outcome = outcomeOf(pick.verdict);
  const { mark, label } = outcomes[outcome];
  return (
    <article className={`panel settled ${outcome}`}>
      <h2>
        <span>{mark}</span> {label.toUpperCase()} – {pick.pick}
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
      </p>
      <p className="game">{gameText(pick)}</p>
      <dl>
        <div>
          <dt>
            <Term name="cl">{short ? "CL" : "Closing line"}</Term>
          </dt>
          <dd>
            {closingText(pick) || (outcome === "void" && "–")}{" "}
            {outcome !== "void" && <ClosingLineFlag beat={pick.beat_clv} />}
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
          {(pick.odds !== null || pick.book !== "") && (
            <div>
              <dt>Price</dt>
              <dd>{[pick.odds === null ? "" : formatOdds(pick.odds), pick.book].filter(Boolean).join(" ")}</dd>
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
  const text =
    beat === beatClv ? `${beatClv} Beat CLV` : beat === missedClv ? `${missedClv} Missed CLV` : "– CLV not recorded";
  return (
    <Term name="clv" className={beat === beatClv ? "flag g" : "flag b"}>
      {text}
    </Term>
  );
}
