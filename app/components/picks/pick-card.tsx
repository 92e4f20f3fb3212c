import type { ReactNode } from "react";
import { formatNumber, formatPercent } from "../../format.ts";
import type { OpenPick } from "../../models/picks/pick.ts";
import { pickAnchor } from "../../paths/paths.ts";
import { Icon, sportIcon } from "../shared/icon.tsx";
import { Instant } from "../shared/instant.tsx";
import { Tag } from "./pick-parts.tsx";

interface PickCardProps {
  pick: OpenPick;
  isPro?: boolean;
  action?: ReactNode;
  /** Hides "Added on". */
  short?: boolean;
}

export function pickTitleId(id: number): string {
  return `${pickAnchor(id)}-title`;
}

export function PickCard({ pick, isPro = false, action, short = false }: PickCardProps) {
  return (
    <article className="card" id={pickAnchor(pick.id)} data-pick={pick.id}>
      <span className="sport">
        <Icon name={sportIcon(pick.sport)} />
      </span>
      <p className="meta">
        <b>{pick.sport}</b>
        {pick.game_date && <span>{pick.game_date}</span>}
        {pick.time && <span>{pick.time}</span>}
      </p>
      <div className="what">
        <div className="row">
          <h2 id={pickTitleId(pick.id)}>{pick.pick || "–"}</h2>
          <Tag tag={pick.tag} />
          {isPro && <span className="tag pro">PRO PICK</span>}
        </div>
        <p className="game">{pick.game}</p>
      </div>
      <dl className="nums">
        <div>
          <dt>Sim confidence</dt>
          <dd>
            {formatPercent(pick.sim_confidence)}
            <Meter percent={pick.sim_confidence ?? 0} />
          </dd>
        </div>
        <div>
          <dt>Unit size</dt>
          <dd>{formatNumber(pick.unit_size)}u</dd>
        </div>
      </dl>
      {action}
      {!short && (
        <p className="added">
          Added on: <Instant iso={pick.created_at} />
        </p>
      )}
    </article>
  );
}

function Meter({ percent }: { percent: number }) {
  return (
    <svg className="meter" aria-hidden="true">
      <rect width={`${percent}%`} height="100%" />
    </svg>
  );
}
