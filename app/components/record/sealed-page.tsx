import type { SealedRow } from "../../models/record/pages/sealed-row.ts";
import { RecordFrame, RecordHead } from "./record-frame.tsx";
import { SealedTable, sealedText } from "./sealed-table.tsx";

export function SealedPage({ rows }: { rows: readonly SealedRow[] }) {
  return (
    <RecordFrame>
      <RecordHead title={sealedText(rows.length)}>
        <p className="muted">
          A seal is the SHA-256 of a secret salt and the pick&apos;s content. When the game starts, both become public,
          and anyone can compute the seal again.
        </p>
      </RecordHead>
      <SealedTable rows={rows} />
    </RecordFrame>
  );
}
