import { Link } from "@remix-run/react";
import { countText } from "../../format.ts";
import type { SealedRow } from "../../models/record/pages/sealed-row.ts";
import { recordPickPath } from "../../paths/record.ts";
import { CardTable, Cell, Head, Row } from "../shared/card-table.tsx";

/** "16 picks locked until their games start" */
export function sealedText(count: number): string {
  return count === 1
    ? "1 pick locked until its game starts"
    : `${countText(count)} picks locked until their games start`;
}

/** Shows of a sealed pick only when it was sealed. */
export function SealedTable({ rows }: { rows: readonly SealedRow[] }) {
  return (
    <CardTable
      label="Sealed picks table"
      columns={4}
      emptyText="No picks are locked right now."
      head={
        <>
          <Head>Published</Head>
          <Head>Seal (SHA-256)</Head>
          <Head>Public by</Head>
          <Head num>Entry</Head>
        </>
      }
    >
      {rows.map(({ ref, published, note, digest, revealBy, entry }) => (
        <Row key={ref}>
          <Cell label="Published" className="wide2 early">
            {published}
            {note && (
              <>
                <br />
                <span className="muted">{note}</span>
              </>
            )}
          </Cell>
          <Cell label="Seal" className="wide2">
            <Link className="hash" to={recordPickPath(ref)}>
              {digest}
            </Link>
          </Cell>
          <Cell label="Public by">{revealBy || "once settled"}</Cell>
          <Cell label="Entry" num className="early">
            {entry}
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}
