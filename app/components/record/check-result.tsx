import { useState } from "react";
import type { Checked } from "./check-record.ts";
import { countText } from "../../format.ts";
import type { ReportCount } from "../../models/ledger/check/check-report.ts";
import { entryPath, recordPickPath } from "../../paths/record.ts";
import { Icon } from "../shared/icon.tsx";
import { Panel } from "./record-frame.tsx";
import { notLoaded } from "./use-record-check.ts";

const keeps = "The fingerprint is saved on this device for the next check.";
const keepsNothing = "This browser can't save anything here. Save the fingerprint yourself.";

/** The verdict of a check in this browser. */
export function CheckResult({ checked: { report, file, isKept } }: { checked: Checked }) {
  const { verdict, title, sentences, upTo, proof, counts, rules, trust, entry, head } = report;
  const [entries, ...others] = counts;
  const [first = "", ...more] = sentences;
  const isGood = verdict === "intact";
  const [said, setSaid] = useState(isKept ? keeps : isGood ? keepsNothing : "");
  const forget = async () => {
    const loaded = await import("./check-record.ts").catch(() => null);
    loaded?.forgetHeads();
    setSaid(loaded === null ? notLoaded : "Forgotten. The next check starts fresh.");
  };
  return (
    <Panel id="verdict" title={title}>
      <p className={isGood ? "alert g" : "alert b"}>
        <Icon name={isGood ? "check" : "warn"} />
        <span>{first}</span>
      </p>
      {entries && (
        <p>
          <b>{countText(entries.count)}</b>
          {[` ${entries.count === 1 ? "entry" : "entries"} checked`, upTo].filter(Boolean).join(", ")}
        </p>
      )}
      {proof.length > 0 && (
        <dl className="chg">
          {proof.map(({ label, hash }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code className="hash">{hash}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {trust !== "" && <p className="why">{trust}</p>}
      <details className="unfold" open={!isGood || !isKept}>
        <summary>Details</summary>
        <div className="stack">
          {more.map((sentence) => (
            <p key={sentence} className="pre">
              {sentence}
            </p>
          ))}
          <ul className="chk">
            {others.map((line) => (
              <li key={line.label}>
                <CountLine {...line} />
              </li>
            ))}
          </ul>
          {rules.map((text) => (
            <p key={text} className="why">
              {text}
            </p>
          ))}
          {isGood && (
            <p className="why">
              Fingerprint: <code className="hash">{head}</code>
            </p>
          )}
        </div>
      </details>
      <p className="why" role="status">
        {said}
      </p>
      <p className="row">
        <SaveReport text={file} />
        {entry !== null && (
          <a className="btn quiet" href={entryPath(entry)}>
            {`See entry ${countText(entry)}`}
          </a>
        )}
        <button className="btn quiet" type="button" onClick={forget}>
          Forget saved fingerprints
        </button>
      </p>
    </Panel>
  );
}

/** A count can hide a lie, so it opens to the picks it counts. */
function CountLine({ label, count, picks }: ReportCount) {
  if (picks.length === 0)
    return (
      <>
        <span>{label}</span>
        <b>{countText(count)}</b>
      </>
    );
  return (
    <details>
      <summary>
        <span>{label}</span>
        <b>{countText(count)}</b>
      </summary>
      <p className="row">
        {picks.map(({ seq, pick }) => (
          <a key={seq} className="a" href={recordPickPath(pick)}>
            {`Entry ${countText(seq)}`}
          </a>
        ))}
        {count > picks.length && `and ${countText(count - picks.length)} more`}
      </p>
    </details>
  );
}

/** A data URL needs no release, unlike a blob's. */
function SaveReport({ text }: { text: string }) {
  return (
    <a className="btn" download="record-check.txt" href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
      Save the report
    </a>
  );
}
