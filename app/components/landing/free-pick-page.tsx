import { Link } from "@remix-run/react";
import type { FreeFigures, FreePick, PastFreePick, Seal } from "../../models/record/free-pick.server.ts";
import type { ListedResult } from "../../models/record/figures/pick-standing.ts";
import { freePickPath } from "../../paths/free-pick.ts";
import { pricingPath } from "../../paths/paths.ts";
import { recordPickPath } from "../../paths/record.ts";
import { ResultWord, Units } from "../record/figure-text.tsx";
import { PublicFrame } from "../shared/frame.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { FreeTicket, freeText } from "./free-ticket.tsx";

interface FreePickPageProps {
  view: {
    free: FreePick | null;
    seal: Seal | null;
    figures: FreeFigures | null;
    /** The newest first. */
    earlier: readonly PastFreePick[];
  };
}

const ended: Readonly<Record<ListedResult, string>> = {
  win: "won",
  loss: "lost",
  push: "pushed",
  void: "void",
  withdrawn: "withdrawn",
  open: "not settled yet",
};

export function FreePickPage({ view: { free, seal, figures, earlier } }: FreePickPageProps) {
  return (
    <PublicFrame current={freePickPath}>
      <div className="wrap page stack gap">
        <div>
          <h1>The Free Pick</h1>
          <p className="muted">One pick a day for everybody, whole, as members see it.</p>
        </div>
        {free ? <Whole free={free} seal={seal} /> : <NoneToday last={earlier[0]} />}
        {(free ?? earlier[0]) && <HowTheyDid figures={figures} earlier={earlier} />}
        <p className="row">
          <Link className="btn primary big" to={pricingPath}>
            View Pricing
          </Link>
        </p>
      </div>
    </PublicFrame>
  );
}

function Whole({ free, seal }: { free: FreePick; seal: Seal | null }) {
  return (
    <div className="live">
      <div className="stack">
        <p>
          <b>{freeText(free)}</b>
        </p>
        <FreeTicket free={free} note="It stays on this page, won or lost." />
      </div>
      <div className="stack">
        {free.why && (
          <section className="panel" aria-labelledby="why">
            <h2 id="why">Why this pick</h2>
            <p className="pre">{free.why}</p>
          </section>
        )}
        {seal && <SealPanel pick={free.ref} seal={seal} />}
      </div>
    </div>
  );
}

function SealPanel({ pick, seal: { published, note, digest } }: { pick: string; seal: Seal }) {
  const { hidesRecord, zoneName } = useFrame().site;
  return (
    <section className="panel" aria-labelledby="seal">
      <h2 id="seal">Its seal</h2>
      <p className="pre">
        {`Sealed ${published} ${zoneName}${note && `, ${note}`}, before its start, like all our picks.`}
      </p>
      <p>
        <code className="hash">{digest}</code>
      </p>
      {!hidesRecord && (
        <p className="pre">
          <Link className="a" to={recordPickPath(pick)}>
            Its page in the record, locked until the game starts
          </Link>
        </p>
      )}
    </section>
  );
}

function NoneToday({ last }: { last: PastFreePick | undefined }) {
  return (
    <p className="panel">
      {last
        ? `No free pick today. The last one was on ${last.day}: ${last.pick}, ${ended[last.result]}.`
        : "There has been no free pick yet."}
    </p>
  );
}

function HowTheyDid({ figures, earlier }: Pick<FreePickPageProps["view"], "figures" | "earlier">) {
  const { hidesRecord } = useFrame().site;
  return (
    <section className="live" aria-labelledby="did">
      <div>
        <h2 id="did">How the free ones did</h2>
        {figures ? (
          <>
            <p className="sums">
              <b>{figures.record}</b> <Units text={figures.units} />
            </p>
            <p className="muted">{`Won, lost, pushed, and units. ROI: ${figures.roi}. As the record counts them.`}</p>
          </>
        ) : (
          <p className="muted">None of them is settled yet.</p>
        )}
      </div>
      {earlier.length > 0 && (
        <ol className="panel" aria-label="The last free picks">
          {earlier.map(({ ref, day, result, pick, units, note }) => (
            <li key={ref}>
              <ResultWord result={result} /> {hidesRecord ? pick : <Link to={recordPickPath(ref)}>{pick}</Link>}{" "}
              <span className="muted">{[day, note].filter(Boolean).join(", ")}</span>
              {units && <Units text={units} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
