import { countsText, statusTexts } from "../../models/import/import.ts";
import type { MembersView } from "../../models/member-import/outcome.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { LeftOutLines } from "./import-preview.tsx";

/** What an import would do: the first rows, and those that are refused. */
export function MembersPreview({ view: { rows, counts, total, ignored, leftOut } }: { view: MembersView }) {
  return (
    <section className="stack" aria-labelledby="preview">
      <div className="head s">
        <h2 id="preview">Preview</h2>
        <p className="muted" role="status">
          {countsText(counts)}
        </p>
      </div>
      {ignored.length > 0 && <p className="muted">Columns that are not used: {ignored.join(", ")}.</p>}
      <LeftOutLines lines={leftOut} />
      {rows.length < total && (
        <p className="muted">
          {rows.length} of {total.toLocaleString("en-US")} rows: the first ones, and the first that are refused.
        </p>
      )}
      <CardTable
        label="Preview table"
        className="slate"
        columns={4}
        emptyText=""
        head={
          <>
            <Head>Email</Head>
            <Head>Name</Head>
            <Head num>Line</Head>
            <Head>What happens</Head>
          </>
        }
      >
        {rows.map(({ index, line, email, name, status, text }) => (
          <Row key={index} className={status === "failed" ? "lost" : undefined}>
            <RowHead>
              <b>{email || "No email"}</b>
            </RowHead>
            <Cell label="Name">{name}</Cell>
            <Cell label="Line" num>
              {line ?? index + 1}
            </Cell>
            <Cell>
              <b>{statusTexts[status]}</b>
              <div>{text}</div>
            </Cell>
          </Row>
        ))}
      </CardTable>
    </section>
  );
}
