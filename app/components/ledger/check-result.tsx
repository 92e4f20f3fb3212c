import { useState } from "react";
import type { Checked } from "../../browser/check-record.ts";
import { countText } from "../../figures.ts";
import { entryPath, recordListPath } from "../../paths/record.ts";
import { Icon } from "../shared/icon.tsx";
import { Panel } from "./record-frame.tsx";
import { notLoaded } from "./use-record-check.ts";

const listed: Readonly<Record<string, string>> = {
  "Amended before the start": "amended",
  "Corrected after the start": "corrected",
  "Published late": "published-after-the-start",
};

const keeps = "This browser keeps the head, and the next check must find it again:";
const keepsNothing = "This browser keeps nothing for pages. Keep the head yourself:";

/** The verdict of a check in this browser. */
export function CheckResult({ checked: { report, file, isKept } }: { checked: Checked }) {
  const { verdict, title, sentences, proof, counts, trust, entry, head } = report;
  const [first = "", ...more] = sentences;
  const isGood = verdict === "intact";
  const [said, setSaid] = useState(isKept ? keeps : isGood ? keepsNothing : "");
  const forget = async () => {
    const loaded = await import("../../browser/check-record.ts").catch(() => null);
    loaded?.forgetHeads();
    setSaid(loaded === null ? notLoaded : "Forgotten. The next check begins anew.");
  };
  return (
    <Panel id="verdict" title={title}>
      <p className={isGood ? "alert g" : "alert b"}>
        <Icon name={isGood ? "check" : "warn"} />
        <span>{first}</span>
      </p>
      {more.map((sentence) => (
        <p key={sentence} className="pre">
          {sentence}
        </p>
      ))}
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
      <ul className="chk">
        {counts.map(({ label, count }) => (
          <li key={label}>
            <span>{label}</span>
            <b>
              {countText(count)} {count > 0 && <ListLink show={listed[label]} />}
            </b>
          </li>
        ))}
      </ul>
      <p className="why">
        <span role="status">{said}</span>{" "}
        {(said === keeps || said === keepsNothing) && <code className="hash">{head}</code>}
      </p>
      <p className="row">
        <SaveReport text={file} />
        {entry !== null && (
          <a className="btn quiet" href={entryPath(entry)}>
            {`See entry ${countText(entry)}`}
          </a>
        )}
        <button className="btn quiet" type="button" onClick={forget}>
          Forget the heads kept here
        </button>
      </p>
    </Panel>
  );
}

function ListLink({ show }: { show: string | undefined }) {
  return (
    show !== undefined && (
      <a className="a" href={recordListPath(show)}>
        listed
      </a>
    )
  );
}

/** As a data address: a blob's would have to be released. */
function SaveReport({ text }: { text: string }) {
  return (
    <a className="btn" download="record-check.txt" href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
      Save the report
    </a>
  );
}
