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

/** The verdict of a check in this browser. */
export function CheckResult({ checked: { report, file, isKept } }: { checked: Checked }) {
  const { verdict, title, sentences, proof, counts, trust, entry, head } = report;
  const [first = "", ...more] = sentences;
  const isGood = verdict === "intact";
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
      {isKept && <KeptHeads head={head} />}
      {isGood && !isKept && (
        <p className="why">
          This browser keeps nothing for pages. Keep the head yourself: <code className="hash">{head}</code>
        </p>
      )}
      <p className="row">
        <SaveReport text={file} />
        {entry !== null && (
          <a className="btn quiet" href={entryPath(entry)}>
            {`See entry ${countText(entry)}`}
          </a>
        )}
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

/** One place to say what is kept, so that nothing else has to change when it is forgotten. */
function KeptHeads({ head }: { head: string }) {
  const [text, setText] = useState("This browser keeps the head, and the next check must find it again:");
  const forget = async () => {
    const loaded = await import("../../browser/check-record.ts").catch(() => null);
    if (loaded === null) return setText(notLoaded);
    loaded.forgetHeads();
    setText("Forgotten. The next check begins anew. The head of this one is");
  };
  return (
    <p className="why">
      <span role="status">{text}</span> <code className="hash">{head}</code>{" "}
      <button className="btn quiet" type="button" onClick={forget}>
        Forget the heads kept here
      </button>
    </p>
  );
}
