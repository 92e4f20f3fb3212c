import { Link } from "@remix-run/react";
import { outcomes } from "../../models/bets/outcome.ts";
import type { ShownHistory, ShownPick } from "../../models/record/pages/pick-history-page.ts";
import { recordPickPath, verifyPath } from "../../paths/record.ts";
import { Units } from "./figure-text.tsx";
import { HistoryEventItem } from "./history-event-item.tsx";
import { RecordFrame, RecordHead } from "./record-frame.tsx";

export function PickHistoryPage({ history }: { history: ShownHistory & { why: string; receipt: readonly string[] } }) {
  const { ref, version, title, shown, events, why, receipt } = history;
  return (
    <RecordFrame>
      <RecordHead title={title} about={shown && <About shown={shown} />}>
        {shown ? (
          <StatusLine shown={shown} />
        ) : (
          <p className="muted">Locked. It becomes public when the game starts. Until then, any change would show.</p>
        )}
      </RecordHead>
      <div className="pair l">
        <ol className="events" aria-label="History of this pick">
          {events.map((event, index) => (
            <HistoryEventItem
              key={`${event.at} ${event.title} ${event.entry ?? ""}`}
              event={event}
              isLast={index === events.length - 1}
            />
          ))}
        </ol>
        <aside className="stack" aria-label="About this pick">
          {why && (
            <section className="panel">
              <h2>Why this pick</h2>
              <p className="pre">{why}</p>
              <p className="fine">This text is not sealed. It can't be changed once the game has started.</p>
            </section>
          )}
          {receipt.length > 0 && (
            <section className="panel">
              <h2>Your receipt</h2>
              {receipt.map((text) => (
                <p key={text} className="pre">
                  {text}
                </p>
              ))}
            </section>
          )}
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

function StatusLine({ shown }: { shown: ShownPick }) {
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
      <p className="game">{final}</p>
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
