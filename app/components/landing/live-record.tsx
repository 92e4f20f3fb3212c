import { Link } from "@remix-run/react";
import { landing } from "../../content.ts";
import type { LiveRecord } from "../../models/record/live-record.server.ts";
import { recordPath, recordPickPath } from "../../paths/record.ts";
import { ResultWord, Units } from "../record/figure-text.tsx";

/** Shows the results of the picks so far, and the last ten one by one. */
export function LiveResults({ record: { since, record, units, last } }: { record: LiveRecord }) {
  return (
    <div className="live">
      <div>
        <h3>{landing.recordTitle}</h3>
        <p className="sums">
          <b>{record}</b> <Units text={units} />
        </p>
        <p className="muted">{`Won, lost, pushed, and units, since ${since}.`}</p>
        <p>
          <Link className="a" to={recordPath}>
            {landing.recordLink}
          </Link>
        </p>
      </div>
      <ol className="panel">
        {last.map(({ ref, result, pick, sport, units: won }) => (
          <li key={ref}>
            <ResultWord result={result} /> <Link to={recordPickPath(ref)}>{pick}</Link>{" "}
            <span className="muted">{sport}</span> <Units text={won} />
          </li>
        ))}
      </ol>
    </div>
  );
}
