/** Shows in a form that somebody else saved the same thing meanwhile. */
import { type ReactNode, type RefObject, useEffect } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { Instant } from "../shared/instant.tsx";

/** `labels` are what the options of a select are called. */
export function conflictNoteOf(
  failure: FailedForm | undefined,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): ReactNode {
  const saved = failure?.saved?.[name];
  if (failure === undefined || saved === undefined) return null;
  const typed = failure.values[name] ?? "";
  return (
    <dl className="theirs">
      <div>
        <dt>
          <SavedBy failure={failure} name={name} />
        </dt>
        <dd>{(labels[saved] ?? saved) || "(empty)"}</dd>
      </div>
      {typed.trim() !== saved && (
        <div>
          <dt>You typed</dt>
          <dd>{(labels[typed] ?? typed) || "(empty)"}</dd>
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

/** After a merge conflict without a new document, fills untouched fields with the values that others saved. */
export function useMergedValues(failure: FailedForm | undefined, form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    for (const [name, text] of Object.entries(failure?.merged ?? {})) {
      const field = form.current?.elements.namedItem(name);
      if (
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement
      )
        field.value = text;
    }
  }, [failure, form]);
}
