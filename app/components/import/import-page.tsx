import { Form, Link, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { ImportView } from "../../models/import/import-table.server.ts";
import { rowStatuses } from "../../models/import/import.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { adminPath, allPicksFilePath, importPath, managerPath } from "../../paths/paths.ts";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { TableFields } from "./table-fields.tsx";
import { useTextFile } from "./use-text-file.ts";
import { SendButton, TextField } from "../forms/field.tsx";

interface ImportPageProps {
  stream: Stream;
  view: PageExtras;
  answer: FailedForm | ImportView | undefined;
}

/** Many picks at once: paste, preview, import. */
export function ImportPage({ stream, answer }: ImportPageProps) {
  const failure = failureOf(answer);
  const preview = answer && "rows" in answer ? answer : undefined;
  const isGoingOn = preview !== undefined && preview.step > 0;
  const form = useRef<HTMLFormElement>(null);
  const action = importPath(stream);
  const title = stream === "regular" ? "Import Picks" : "Import Pro Picks";
  const busy = useNavigation().formAction === action;
  // The previewed rows are not saved yet.
  const unsaved = useMemo(() => preview && { values: { text: preview.text }, outcome: preview }, [preview]);
  useUnsavedGuard(failure ?? unsaved);
  useFocusOnFailure(failure, form);
  // One step after the other; without scripts a person presses the button.
  useEffect(() => {
    const next = form.current?.querySelector<HTMLButtonElement>("button[name=digest]");
    if (isGoingOn && next) form.current?.requestSubmit(next);
  }, [isGoingOn, preview]);
  const file = useTextFile(form);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={managerPath(stream)} title={title} />
        <div className="stack gap">
          <Form
            ref={form}
            className="panel stack"
            method="post"
            action={action}
            aria-label={title}
            onDragOver={file.onDragOver}
            onDrop={file.onDrop}
            onInput={file.forgetProblem}
          >
            <p className="muted">
              Paste rows from a spreadsheet, a tracker&apos;s export, CSV or JSON, or choose the file. The first line
              names the columns, in any order and in your own words: what can&apos;t be told is asked. At most 5,000
              rows and 2 MB.
            </p>
            <Problem
              message={
                (file.problem ?? (failure?.errors.text ? undefined : failure?.message) ?? preview?.problem) || undefined
              }
            />
            <TableFields text={preview?.text ?? failure?.values.text} error={failure?.errors.text} {...file} />
            {preview?.columns && (
              <Columns isOpen={!preview.isDecided}>
                <input type="hidden" name="header" value={preview.header} />
                <ColumnsStep key={preview.header} columns={preview.columns} view={preview} />
              </Columns>
            )}
            {isGoingOn && (
              <>
                <input type="hidden" name="step" value={preview.step} />
                <input type="hidden" name="counts" value={rowStatuses.map((status) => preview.counts[status]).join()} />
                <p role="status">
                  {preview.done.toLocaleString("en-US")} of {preview.total.toLocaleString("en-US")} rows are done.
                </p>
              </>
            )}
            {preview && preview.reason !== null && (
              <TextField
                label="Reason"
                name="reason"
                maxLength={200}
                help="Everybody will see it, for ever, at the picks that have started or are settled."
                defaultValue={preview.reason}
              />
            )}
            <div className="row">
              <SendButton className={preview?.digest ? "btn" : "btn primary"} busy={busy}>
                Preview
              </SendButton>
              {preview?.digest && (
                <SendButton className="btn primary" busy={busy} name="digest" value={preview.digest}>
                  {importText(preview)}
                </SendButton>
              )}
              <Link className="btn quiet" to={managerPath(stream)}>
                Back
              </Link>
              <a className="a" href={allPicksFilePath(stream)} download>
                Export all picks
              </a>
            </div>
          </Form>
          {preview && preview.rows.length > 0 && <ImportPreview view={preview} />}
        </div>
      </div>
    </MemberFrame>
  );
}

/** Open as long as something must be chosen. */
function Columns({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (isOpen)
    return (
      <fieldset className="stack">
        <legend>What are the columns?</legend>
        {children}
      </fieldset>
    );
  return (
    <details>
      <summary>Columns</summary>
      {children}
    </details>
  );
}

function importText({ step, done, total, counts }: ImportView): string {
  const rows = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
  if (step > 0) return `Go on with ${rows(total - done)}`;
  return counts.failed === 0
    ? `Import ${rows(total)}`
    : `Import ${rows(total - counts.failed)} without the ${counts.failed} refused`;
}
