import { fieldText } from "../format.ts";
import { type Cell, csvOf, csvRows } from "../csv/csv.ts";
import { type AuditEntry, authorText, subjectText } from "../models/trail/trail.ts";
import { actionText } from "../models/trail/action-text.ts";

const columns = [
  "Time (UTC)",
  "Who ID",
  "Who",
  "Action",
  "What",
  "Subject",
  "Subject ID",
  "Subject name",
  "Before",
  "After",
];

/** One row per entry; its changed fields are lines within the Before and After cells. Times are UTC. Pure. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return csvOf(columns, entries.map(cells));
}

/** The same, part by part. */
export async function* longAuditCsv(parts: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield csvOf(columns, []);
  for await (const entries of parts) yield csvRows(entries.map(cells));
}

function cells(entry: AuditEntry): Cell[] {
  return [
    entry.at,
    entry.actor?.id ?? "",
    authorText(entry),
    entry.action,
    actionText(entry.action),
    entry.subject,
    entry.subject_id ?? "",
    subjectText(entry),
    linesOf(entry, "before"),
    linesOf(entry, "after"),
  ];
}

function linesOf({ changes }: AuditEntry, side: "before" | "after"): string {
  return changes
    .flatMap((change) => (change[side] === null ? [] : `${fieldText(change.field)}: ${change[side]}`))
    .join("\n");
}
