import { Link } from "@remix-run/react";
import { outcomes } from "../../models/bets/outcome.ts";
import type { PickLife, ShownPick } from "../../models/ledger/pages/pick-life.ts";
import { recordPickPath, verifyPath } from "../../paths/record.ts";
import { Units } from "./figure-text.tsx";
import { LifeStation } from "./life-station.tsx";
import { RecordFrame, RecordHead } from "./record-frame.tsx";

export function PickLifePage({ life: { ref, version, title, shown, stations } }: { life: PickLife }) {
  return (
    <RecordFrame>
      <RecordHead title={title} about={shown && <About shown={shown} />}>
        {shown ? (
          <Standing shown={shown} />
        ) : (
          <p className="muted">
            Sealed. Everybody can read it from the start of its game on. Until then its seal shows that nobody changes
            it unseen.
          </p>
        )}
      </RecordHead>
      <div className="pair l">
        <ol className="life" aria-label="Life of this pick">
          {stations.map((station, index) => (
            <LifeStation
              key={`${station.at} ${station.title} ${station.entry ?? ""}`}
              station={station}
              isLast={index === stations.length - 1}
            />
          ))}
        </ol>
        <aside className="stack" aria-label="About this pick">
          <section className="panel">
            <h2>Cite it</h2>
            <p className="pre">Reference</p>
            <p>
              <code className="hash">{version}</code>
            </p>
            <p className="pre">Address</p>
            <p>
              <code className="hash">{recordPickPath(ref)}</code>
            </p>
            <p className="pre">
              <Link className="a" to={verifyPath}>
                Check it in this browser
              </Link>
            </p>
          </section>
          {shown?.closing && <ClosingPanel shown={shown} />}
        </aside>
      </div>
    </RecordFrame>
  );
}

function About({ shown: { about } }: { shown: ShownPick }) {
  return (
    <p className="meta">
      {about.map((text, index) => (index === 0 ? <b key={text}>{text}</b> : <span key={text}>{text}</span>))}
    </p>
  );
}

function Standing({ shown }: { shown: ShownPick }) {
  const { result, units, tags, counts, final, closing, clv, confidence } = shown;
  const isSettled = result !== "open" && result !== "withdrawn";
  const mark = isSettled ? outcomes[result].mark : "";
  return (
    <article className={`panel settled ${isSettled ? result : "void"}`}>
      <h2>
        {mark && <span>{mark}</span>} {`${result.toUpperCase()} – ${shown.pick}`}
      </h2>
      <p className="res">{units && <Units text={units} />}</p>
      <p className="meta">
        {counts && <b>Counts in the record</b>}
        {tags.map((tag) => (
          <span key={tag}>{tag}</span>
        ))}
      </p>
      <p className="muted">{final}</p>
      <dl>
        <div>
          <dt>Closing line</dt>
          <dd>{[closing || "–", clv].filter(Boolean).join(", ")}</dd>
        </div>
        <div>
          <dt>Sim confidence</dt>
          <dd>{confidence || "–"}</dd>
        </div>
      </dl>
    </article>
  );
}

function ClosingPanel({ shown: { posted, closing, clv } }: { shown: ShownPick }) {
  return (
    <section className="panel">
      <h2>Closing line</h2>
      <dl className="tally">
        <div>
          <dt>Posted</dt>
          <dd>{posted || "–"}</dd>
        </div>
        <div>
          <dt>Closed</dt>
          <dd>{closing}</dd>
        </div>
        {clv && (
          <div>
            <dt>Difference</dt>
            <dd>{clv}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
