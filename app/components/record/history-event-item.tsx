import { countText } from "../../format.ts";
import type { HistoryEvent } from "../../models/record/pages/history-event.ts";
import { ResultWord, Units } from "./figure-text.tsx";

export function HistoryEventItem({ event, isLast }: { event: HistoryEvent; isLast: boolean }) {
  const { title, at, time, entry, seal, facts, changes, verdict, note, reason, opened } = event;
  return (
    <li className={isLast ? "now" : undefined}>
      <h2>{title}</h2>
      <p>
        <time dateTime={at}>{time}</time>{" "}
        <span className="muted">{entry === null ? "no entry needed" : `entry ${countText(entry)}`}</span>
      </p>
      {hasMore(event) && (
        <div className="panel">
          {seal && (
            <>
              <p className="lab">{`Seal of version ${seal.version} (SHA-256 of salt and content)`}</p>
              <p>
                <code className="hash">{seal.digest}</code>
              </p>
            </>
          )}
          {verdict && (
            <p className="row">
              <ResultWord result={verdict.outcome} /> {verdict.units && <Units text={verdict.units} />}
            </p>
          )}
          {facts.length + changes.length > 0 && (
            <dl className="chg">
              {facts.map(({ label, text }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
              {changes.map(({ label, before, after }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <del>
                      <span className="vh">was </span>
                      {before}
                    </del>
                    {" → "}
                    <ins>
                      <span className="vh">now </span>
                      {after}
                    </ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {note && <p className="why">{note}</p>}
          {reason && <p className="why quote">{`“${reason}”`}</p>}
          {opened.map(({ version, salt, content }) => (
            <details key={version} className="unfold">
              <summary>{`Salt and content of version ${version}`}</summary>
              <p className="code">{`${salt}\n${content}`}</p>
            </details>
          ))}
        </div>
      )}
    </li>
  );
}

function hasMore({ seal, facts, changes, verdict, note, reason, opened }: HistoryEvent): boolean {
  return seal !== null || verdict !== null || note + reason !== "" || facts.length + changes.length + opened.length > 0;
}
