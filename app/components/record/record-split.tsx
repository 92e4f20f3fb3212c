import { Link, useLocation } from "@remix-run/react";
import { type SplitName, splitNames } from "../../models/record/figures/record-figures.ts";
import { type SplitRow, splitLabel, tooFew } from "../../models/record/pages/record-summary.ts";
import { streamSentences } from "../../models/record/pages/stream-sentences.ts";
import { withQuery } from "../../paths/paths.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { Units } from "./figure-text.tsx";

const rateColumn = "Win %, 95 % interval";

export function RecordSplit({ split: { by, rows } }: { split: { by: SplitName; rows: readonly SplitRow[] } }) {
  const { pathname, search } = useLocation();
  const columns = ["W-L-P", "Units", "ROI", rateColumn, "Break-even"];
  const label = splitLabel(by, "stream");
  return (
    <section aria-labelledby="split">
      <div className="head s">
        <h2 id="split">Split</h2>
        <nav className="seg" aria-label="Split by">
          {splitNames.map((name) => (
            <Link
              key={name}
              to={`${withQuery(pathname, search, { split: name, page: "" })}#split`}
              aria-current={name === by ? "true" : undefined}
            >
              {splitLabel(name, "stream")}
            </Link>
          ))}
        </nav>
      </div>
      {by === "stream" && <p className="muted">{Object.values(streamSentences).join(" ")}</p>}
      <CardTable
        label={`Split by ${by} table`}
        columns={columns.length + 1}
        emptyText="Nothing is decided yet."
        head={
          <>
            <Head>{label}</Head>
            {columns.map((column) => (
              <Head key={column} num>
                {column}
              </Head>
            ))}
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.name}>
            <RowHead>
              <b>{row.name}</b>
            </RowHead>
            <Cell label="W-L-P" num>
              {row.record}
            </Cell>
            <Cell label="Units" num>
              <Units text={row.units} />
            </Cell>
            <Cell label="ROI" num>
              <Rate text={row.roi} />
            </Cell>
            <Cell label={rateColumn} num className="wide2">
              <Rate text={row.winPercent} />
              {row.interval && <span className="muted"> {row.interval}</span>}
            </Cell>
            <Cell label="Break-even" num>
              {row.breakEven}
            </Cell>
          </Row>
        ))}
      </CardTable>
    </section>
  );
}

function Rate({ text }: { text: string }) {
  return text === tooFew ? <span className="muted">{text}</span> : <>{text}</>;
}
