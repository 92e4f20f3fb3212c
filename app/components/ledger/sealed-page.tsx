import { Link } from "@remix-run/react";
import { countText } from "../../figures.ts";
import type { SealedRow } from "../../models/ledger/pages/sealed-row.ts";
import { recordPath } from "../../paths/record.ts";
import { RecordFrame } from "./record-frame.tsx";
import { SealedTable } from "./sealed-table.tsx";

export function SealedPage({ rows }: { rows: readonly SealedRow[] }) {
  return (
    <RecordFrame>
      <div>
        <p>
          <Link className="a" to={recordPath}>
            The record
          </Link>
        </p>
        <div className="head">
          <h1>{`Sealed now: ${countText(rows.length)}`}</h1>
        </div>
        <p className="muted">
          A seal is the SHA-256 of a secret salt and the pick&apos;s content. When the game starts, salt and content
          become public, and everybody can compute the seal again.
        </p>
      </div>
      <SealedTable rows={rows} />
    </RecordFrame>
  );
}
