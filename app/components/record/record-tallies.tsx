import { Link } from "@remix-run/react";
import { countText } from "../../format.ts";
import type { TallyLine } from "../../models/record/pages/record-summary.ts";
import { recordListPath } from "../../paths/record.ts";

interface RecordTalliesProps {
  all: { lines: readonly TallyLine[]; total: number };
  also: readonly TallyLine[];
}

/** Shows where every pick is counted, and the notes about them. */
export function RecordTallies({ all: { lines, total }, also }: RecordTalliesProps) {
  return (
    <div className="pair">
      <section className="panel" aria-labelledby="went">
        <h2 id="went">{total === 1 ? "Where the one pick went" : `Where all ${countText(total)} picks went`}</h2>
        <dl className="tally">
          {lines.map((line) => (
            <Line key={line.label} line={line} />
          ))}
          <div className="tot">
            <dt>Every pick published here</dt>
            <dd>{countText(total)}</dd>
          </div>
        </dl>
      </section>
      <section className="panel" aria-labelledby="also">
        <h2 id="also">Also said</h2>
        <dl className="tally">
          {also.map((line) => (
            <Line key={line.label} line={line} />
          ))}
        </dl>
        <p className="pre">
          Pick History counts every settled pick, as members know it. This page counts only what was sealed with a price
          before its start, so the two can differ.
        </p>
      </section>
    </div>
  );
}

function Line({ line: { label, count, show, isPart } }: { line: TallyLine }) {
  return (
    <div className={isPart && "sub"}>
      <dt>
        {show === "" || count === 0 ? (
          label
        ) : (
          <Link className="a" to={recordListPath(show)}>
            {label}
          </Link>
        )}
      </dt>
      <dd>{countText(count)}</dd>
    </div>
  );
}
