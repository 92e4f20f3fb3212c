import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import {
  type ResultsSource,
  panelLabels,
  panelLimit,
  panelNames,
  resultsSourceLabels,
  resultsSources,
  sidebarLabels,
} from "../../models/content/sidebar.ts";
import { sidebarManagerPath } from "../../paths/sidebar.ts";
import type { Notice } from "../../session/notice.ts";
import { EmptyConfirmationBox } from "../forms/empty-confirmation-box.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { conflictNoteOf, useMergedValues } from "../forms/conflict.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { SelectField, SendButton } from "../forms/field.tsx";

interface SidebarFormProps {
  sidebar: { results: string; results_by: ResultsSource; notes: string; next: string; version: number };
  failure: FailedForm | undefined;
  notice: Notice | null;
}

const noticeMs = 2000;
const sourceOptions = resultsSources.map((value) => ({ value, label: resultsSourceLabels[value] }));

export function SidebarForm({ sidebar, failure, notice }: SidebarFormProps) {
  const values: Readonly<Record<string, string>> = failure
    ? failure.values
    : { results: sidebar.results, results_by: sidebar.results_by, notes: sidebar.notes, next: sidebar.next };
  const version = failure?.saved?.version ?? failure?.values.version ?? String(sidebar.version);
  const busy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  useMergedValues(failure, form);
  useFocusOnFailure(failure, form);
  useUnsavedGuard(failure);
  return (
    <Form ref={form} className="stack" method="post" action={sidebarManagerPath} aria-label="Sidebar">
      <TemporaryNotice notice={notice} problem={failure?.message} />
      <div className="three">
        <SelectField
          key={`results_by ${sidebar.version}`}
          label={sidebarLabels.results_by}
          name="results_by"
          className="f big-l"
          options={sourceOptions}
          defaultValue={values.results_by ?? sidebar.results_by}
          help="The text stays saved while the record is shown."
          error={failure?.errors.results_by}
          conflictNote={conflictNoteOf(failure, "results_by", resultsSourceLabels)}
        />
      </div>
      <div className="three">
        {panelNames.map((name) => (
          <TextAreaField
            key={`${name} ${sidebar.version}`}
            label={panelLabels[name]}
            name={name}
            rows={8}
            maxLength={panelLimit}
            className="f big-l"
            defaultValue={values[name] ?? ""}
            error={failure?.errors[name]}
            conflictNote={conflictNoteOf(failure, name)}
          />
        ))}
      </div>
      <input type="hidden" name="version" value={version} />
      <EmptyConfirmationBox failure={failure} id="panels" />
      <div className="row">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : "Save"}
        </SendButton>
      </div>
    </Form>
  );
}

function TemporaryNotice({ notice, problem }: { notice: Notice | null; problem: string | undefined }) {
  const [hidden, setHidden] = useState<Notice | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(notice), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return <NoticeAlert notice={hidden === notice ? null : notice} problem={problem} />;
}
