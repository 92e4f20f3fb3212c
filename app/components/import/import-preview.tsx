import type { ReactNode } from "react";
import type { ImportView } from "../../models/import/import-table.server.ts";
import { countsText, statusTexts } from "../../models/import/import.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { labelOf } from "./columns-step.tsx";

/** What an import would do: the first rows, and all that are refused or that people should look at. */
export function ImportPreview({ view }: { view: ImportView }) {
  const { rows, counts, total, settled, leftOut, refused } = view;
  const headers = new Map(view.columns?.map(({ field, header }) => [field ?? "", header]));
  return (
    <section className="stack" aria-labelledby="preview">
      <div className="head s">
        <h2 id="preview">Preview</h2>
        <p className="muted" role="status">
          {countsText(counts)}
        </p>
      </div>
      {settled > 0 && (
        <p>
          {settled === 1
            ? "One new pick is settled already: it is"
            : `${settled} new picks are settled already: they are`}{" "}
          listed as published after the start, and {settled === 1 ? "counts" : "count"} in Pick History, not in the
          public record.
        </p>
      )}
      <LeftOutLines lines={leftOut} />
      {refused !== "" && (
        <p>
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(refused)}`} download="refused.csv">
            Download the refused rows
          </a>{" "}
          with the reasons, to mend and import them.
        </p>
      )}
      {rows.length < total && (
        <p className="muted">
          The first {rows.filter(({ index }) => index < 100).length} of {total.toLocaleString("en-US")} rows, and all
          that are refused or have a warning.
        </p>
      )}
      <CardTable
        label="Preview table"
        className="slate"
        columns={3}
        emptyText=""
        head={
          <>
            <Head>Pick</Head>
            <Head num>Line</Head>
            <Head>What happens</Head>
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.index} className={row.status === "failed" ? "lost" : undefined}>
            <RowHead>
              <b>{row.name}</b>
            </RowHead>
            <Cell label="Line" num>
              {row.line ?? row.index + 1}
            </Cell>
            <Cell>{detailsOf(row, headers)}</Cell>
          </Row>
        ))}
      </CardTable>
    </section>
  );
}

/** Lines that are no rows, such as a title. */
export function LeftOutLines({ lines }: { lines: ImportView["leftOut"] }) {
  return lines.map(({ line, text }) => (
    <p key={line} className="muted">
      Line {line} is no row and is left out: {text}
    </p>
  ));
}

function detailsOf(
  { status, fields = {}, warnings = [], notes }: ImportView["rows"][number],
  headers: ReadonlyMap<string, string>,
): ReactNode {
  const nameOf = (field: string) => {
    const header = headers.get(field);
    return header === undefined || header.toLowerCase() === labelOf(field).toLowerCase()
      ? labelOf(field)
      : `${labelOf(field)} (column "${header}")`;
  };
  const lines = [
    ...Object.entries(fields).map(([name, text]) => `${nameOf(name)}: ${text || "(empty)"}`),
    ...warnings,
    ...notes,
  ];
  return (
    <>
      <b>{statusTexts[status]}</b>
      <div>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </>
  );
}
