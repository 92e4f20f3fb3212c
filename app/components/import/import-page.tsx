import { Form, Link, useNavigation } from "@remix-run/react";
import { type ReactNode, useMemo, useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import { fieldText } from "../../format.ts";
import type { ImportView } from "../../models/import/import.server.ts";
import { countsText, statusTexts } from "../../models/import/import.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { adminPath, importPath, managerPath } from "../../paths/paths.ts";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";
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
  const form = useRef<HTMLFormElement>(null);
  const action = importPath(stream);
  const title = stream === "regular" ? "Import Picks" : "Import Pro Picks";
  const busy = useNavigation().formAction === action;
  // The previewed rows are not saved yet.
  const unsaved = useMemo(() => preview && { values: { text: preview.text }, outcome: preview }, [preview]);
  useUnsavedGuard(failure ?? unsaved);
  useFocusOnFailure(failure, form);
  const { problem, forgetProblem, onFile, onDragOver, onDrop } = useTextFile(form);
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
            onDragOver={onDragOver}
            onDrop={onDrop}
            onInput={forgetProblem}
          >
            <p className="muted">
              Paste rows from a spreadsheet, CSV or JSON. The first line names the columns, in any order: game, pick,
              sport, tag, game_date, time, unit_size, sim_confidence, odds and the other fields of a pick. At most 500
              rows and 1 MB.
            </p>
            <Problem
              message={
                (problem ?? (failure?.errors.text ? undefined : failure?.message) ?? preview?.problem) || undefined
              }
            />
            <TextAreaField
              label="Table"
              name="text"
              rows={10}
              defaultValue={preview?.text ?? failure?.values.text ?? ""}
              error={failure?.errors.text}
            />
            {preview && preview.reason !== null && (
              <TextField
                label="Reason"
                name="reason"
                maxLength={200}
                help="Everybody will see it, for ever, at the picks that have started or are settled."
                defaultValue={preview.reason}
              />
            )}
            <label className="by-script f">
              <span>Or choose a file</span>
              <input type="file" accept=".csv,.tsv,.txt,.json" onChange={onFile} />
            </label>
            <div className="row">
              <SendButton className={preview?.digest ? "btn" : "btn primary"} busy={busy}>
                Preview
              </SendButton>
              {preview?.digest && (
                <SendButton className="btn primary" busy={busy} name="digest" value={preview.digest}>
                  Import {preview.rows.length} {preview.rows.length === 1 ? "row" : "rows"}
                </SendButton>
              )}
              <Link className="btn quiet" to={managerPath(stream)}>
                Back
              </Link>
            </div>
          </Form>
          {preview && preview.rows.length > 0 && <Preview view={preview} />}
        </div>
      </div>
    </MemberFrame>
  );
}

function Preview({ view: { rows, counts } }: { view: ImportView }) {
  return (
    <section aria-labelledby="preview">
      <div className="head s">
        <h2 id="preview">Preview</h2>
        <p className="muted" role="status">
          {countsText(counts)}
        </p>
      </div>
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
            <Cell>{detailsOf(row)}</Cell>
          </Row>
        ))}
      </CardTable>
    </section>
  );
}

function detailsOf({ status, fields = {}, warnings = [] }: ImportView["rows"][number]): ReactNode {
  const lines = [
    ...Object.entries(fields).map(([name, text]) => `${fieldText(name)}: ${text || "(empty)"}`),
    ...warnings,
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
