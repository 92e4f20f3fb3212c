import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { type FailedForm, type PreviewedForm, failureOf } from "../../http/form-state.ts";
import type { EditedText, TextPreview } from "../../models/content/site-texts.server.ts";
import { adminPath } from "../../paths/paths.ts";
import { siteTextPath, siteTextsPath } from "../../paths/site-texts.ts";
import { RestoreForm } from "../forms/restore-form.tsx";
import { conflictNoteOf, useMergedValues } from "../forms/conflict.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { TextSections } from "./text-sections.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

export type SiteTextAnswer = FailedForm | PreviewedForm<TextPreview>;

interface SiteTextPageProps {
  text: EditedText;
  answer: SiteTextAnswer | undefined;
}

const rowsOf = { markdown: 24, rows: 8, svg: 12, line: 1 } as const;

export function SiteTextPage({ text, answer }: SiteTextPageProps) {
  useUnsavedGuard(answer);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page stack">
        <AdminTabs current={siteTextsPath} title={text.label} />
        <p>
          <Link className="a" to={siteTextsPath}>
            All texts
          </Link>
        </p>
        <TextForm key={text.version} text={text} answer={answer} />
        {answer && "outcome" in answer && <Preview text={text} preview={answer.outcome} />}
        <RestoreForm
          action={siteTextPath(text.name, "restore")}
          what={text.label}
          version={text.version}
          lastChange={text.lastChange}
        />
      </div>
    </MemberFrame>
  );
}

function TextForm({ text: { name, label, kind, limit, help, body, version }, answer }: SiteTextPageProps) {
  const form = useRef<HTMLFormElement>(null);
  const failure = failureOf(answer);
  useMergedValues(failure, form);
  useFocusOnFailure(failure, form);
  const { state, formAction } = useNavigation();
  const busy = state === "submitting" && formAction === siteTextPath(name);
  const field = {
    label,
    name: "body",
    className: "f big-l",
    maxLength: limit,
    help,
    defaultValue: answer?.values.body ?? body,
    error: failure?.errors.body,
    conflictNote: conflictNoteOf(failure, "body"),
  };
  return (
    <Form ref={form} className="stack" method="post" action={siteTextPath(name)} aria-label={label}>
      <Problem message={failure?.message} />
      {kind === "line" ? <TextField {...field} /> : <TextAreaField {...field} rows={rowsOf[kind]} />}
      <input
        type="hidden"
        name="version"
        value={failure?.saved?.version ?? answer?.values.version ?? String(version)}
      />
      <div className="row">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : "Save"}
        </SendButton>
        <button className="btn" formAction={siteTextPath(name, "preview")}>
          Preview
        </button>
      </div>
    </Form>
  );
}

function Preview({
  text: { label, kind, columns = [] },
  preview: { sections, rows, line },
}: {
  text: EditedText;
  preview: TextPreview;
}) {
  return (
    <section className="stack" aria-label={`Preview of ${label}`}>
      <p className="muted" role="status">
        Preview, not saved yet
      </p>
      {kind === "markdown" && (
        <div className="panel prose">
          <TextSections sections={sections} />
        </div>
      )}
      {kind === "rows" && (
        <ul className="panel prose">
          {rows.map((parts) => (
            <li key={parts.join()}>{parts.map((part, index) => `${columns[index]}: ${part}`).join(" · ")}</li>
          ))}
        </ul>
      )}
      {kind === "line" && <p className="panel">{line || "The one that the program came with."}</p>}
      {kind === "svg" && line !== "" && (
        <p className="panel">
          <img src={`data:image/svg+xml,${encodeURIComponent(line)}`} alt="The logo" width="96" height="96" />
        </p>
      )}
    </section>
  );
}
