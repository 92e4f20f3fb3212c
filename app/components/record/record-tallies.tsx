import { Link } from "@remix-run/react";
import { countText } from "../../format.ts";
import type { TallyLine } from "../../models/record/pages/record-summary.ts";
import { recordListPath } from "../../paths/record.ts";

interface RecordTalliesProps {
  all: { lines: readonly TallyLine[]; total: number; leftOut: number };
  exceptions: readonly TallyLine[];
}

/** Shows where every pick is counted, and what is to say of some. */
export function RecordTallies({ all: { lines, total, leftOut }, exceptions }: RecordTalliesProps) {
  return (
    <div className="pair">
      <section className="panel" aria-labelledby="went">
        <h2 id="went">{total === 1 ? "The one pick" : `All ${countText(total)} picks`}</h2>
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
      <section className="panel" aria-labelledby="exceptions">
        <h2 id="exceptions">Exceptions</h2>
        {exceptions.length === 0 ? (
          <p className="pre">None so far.</p>
        ) : (
          <dl className="tally">
            {exceptions.map((line) => (
              <Line key={line.label} line={line} />
            ))}
          </dl>
        )}
        {leftOut > 0 && (
          <p className="pre">Pick History also counts settled picks that are listed but not counted here.</p>
        )}
      </section>
    </div>
  );
}

function Line({ line: { label, count, show, isPart } }: { line: TallyLine }) {
  return (
    <div className={isPart && "sub"}>
      <dt>
        {show === "" ? (
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
