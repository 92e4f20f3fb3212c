import type { ReactNode } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import { Instant } from "../shared/instant.tsx";

export function conflictNoteOf(failure: FailedForm | undefined, name: string): ReactNode {
  const saved = failure?.saved?.[name];
  if (failure === undefined || saved === undefined) return null;
  const typed = failure.values[name] ?? "";
  return (
    <dl className="theirs">
      <div>
        <dt>
          <SavedBy failure={failure} name={name} />
        </dt>
        <dd>{saved || "(empty)"}</dd>
      </div>
      {typed.trim() !== saved && (
        <div>
          <dt>You typed</dt>
          <dd>{typed || "(empty)"}</dd>
        </div>
      )}
    </dl>
  );
}

export function SavedBy({ failure, name }: { failure: FailedForm; name: string }) {
  const change = failure.savedBy?.[name];
  if (!change) return <>Saved now</>;
  return (
    <>
      Saved by {change.by ?? "a deleted account"}, <Instant iso={change.at} />
    </>
  );
}
