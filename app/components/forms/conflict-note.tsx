import type { ReactNode } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import { Instant } from "../shared/instant.tsx";

/** After a conflict: what stands at a field that both changed. */
export function conflictNoteOf(failure: FailedForm | undefined, name: string): ReactNode {
  const theirs = failure?.saved?.[name];
  if (failure === undefined || theirs === undefined) return null;
  const typed = failure.values[name] ?? "";
  return (
    <dl className="theirs">
      <div><dt><SavedBy failure={failure} name={name} /></dt><dd>{theirs || "(empty)"}</dd></div>
      {typed.trim() !== theirs && <div><dt>You typed</dt><dd>{typed || "(empty)"}</dd></div>}
    </dl>
  );
}

/** Who saved a field last, and when, as far as that is known. */
export function SavedBy({ failure, name }: { failure: FailedForm; name: string }) {
  const change = failure.savedBy?.[name];
  if (!change) return <>Saved now</>;
  return <>Saved by {change.by ?? "a deleted account"}, <Instant iso={change.at} /></>;
}
