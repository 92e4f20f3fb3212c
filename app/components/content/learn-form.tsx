import { Form, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { failureOf } from "../../http/form-state.ts";
import type { LearnList, LearnPreview } from "../../models/content/learn.server.ts";
import { joinEntries, learnLabels as labels, listLimit, splitEntries } from "../../models/content/learn.ts";
import { learnManagerPath, learnPreviewPath } from "../../paths/learn.ts";
import { EmptyConfirmationBox } from "../forms/empty-confirmation-box.tsx";
import { LearnText } from "./learn-text.tsx";
import { Problem } from "../shared/notice.tsx";
import { SavedBy, useMergedValues } from "../forms/conflict.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { ConflictEntries } from "./conflict-entries.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { type LearnAnswer, useLearnPreview } from "./use-learn-preview.ts";
import { SendButton } from "../forms/field.tsx";

interface LearnFormProps {
  list: LearnList;
  answer: LearnAnswer | undefined;
}

const help =
  "Separate entries by a line with only ---. An entry that is only a heading starts a group. Use markdown: ## Term, **bold**, - list, [text](https://...). HTML is shown as text. At most 20,000 characters per entry.";

export function LearnForm({ list, answer }: LearnFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const base = useFormBase(list, form, answer);
  const { preview, showPreview, followTyping } = useLearnPreview(base, answer);
  const failure = failureOf(answer) ?? failureOf(preview);
  const values = answer?.values;
  const saving = useSending(list.kind) !== undefined;
  // Failures of a preview are ignored: they arrive while the user types.
  useMergedValues(failureOf(answer), form);
  useFocusOnFailure(failureOf(answer), form);
  return (
    <Form
      ref={form}
      className="stack"
      method="post"
      action={learnManagerPath}
      aria-label={labels[list.kind]}
      onInput={followTyping}
    >
      <Problem message={failure?.message} />
      <TextAreaField
        label={labels[list.kind]}
        name="content"
        rows={20}
        className="f big-l"
        maxLength={listLimit}
        help={help}
        defaultValue={values?.content ?? base.content}
        error={failure?.errors.content}
        conflictNote={
          failure?.saved && (
            <>
              <p className="muted">
                <SavedBy failure={failure} name="content" />. Changes that do not conflict with yours are already in
                your text.
              </p>
              <ConflictEntries typedText={values?.content ?? ""} savedText={failure.saved.content} />
            </>
          )
        }
      />
      <input type="hidden" name="type" value={list.kind} />
      <input type="hidden" name="version" value={failure?.saved?.version ?? values?.version ?? String(base.version)} />
      <EmptyConfirmationBox failure={failure} id={list.kind} />
      <div className="row">
        <SendButton className="btn primary" busy={saving}>
          {saving ? "Saving..." : `Save ${labels[list.kind]}`}
        </SendButton>
        <button className="btn" formAction={learnPreviewPath} onClick={showPreview}>
          Preview
        </button>
      </div>
      {preview && "outcome" in preview && <Preview list={list} {...preview.outcome} />}
    </Form>
  );
}

function Preview({ list, groups, count }: LearnPreview & { list: LearnList }) {
  return (
    <section className="stack" aria-label={`Preview of ${labels[list.kind]}`}>
      <p className="muted" role="status">
        Preview: {count === 1 ? "1 entry" : `${count} entries`}, not saved yet
      </p>
      <LearnText kind={list.kind} groups={groups} className="panel prose" />
    </section>
  );
}

/**
 * The version of the list that the form started from. A newer version replaces it only if no typed text is lost: the text is
 * untouched, equals the new version, or was just sent. Otherwise the next save reports the conflict.
 */
function useFormBase(list: LearnList, form: RefObject<HTMLFormElement>, answer: LearnAnswer | undefined): LearnList {
  const [base, setBase] = useState(list);
  const sent = useRef<string | null>(null);
  const sending = useSending(list.kind);
  useEffect(() => {
    if (sending) sent.current = asSaved(String(sending.get("content")));
    else if (answer) sent.current = null;
  }, [sending, answer]);
  useEffect(() => {
    const text = form.current?.elements.namedItem("content");
    if (list.version === base.version || !(text instanceof HTMLTextAreaElement)) return;
    const typed = asSaved(text.value);
    if (typed !== list.content && typed !== base.content && typed !== sent.current) return;
    // A browser ignores a new default value once the text was edited.
    if (typed !== list.content) text.value = list.content;
    setBase(list);
  }, [list, base, form]);
  return base;
}

function asSaved(text: string): string {
  return joinEntries(splitEntries(text.normalize("NFC")));
}

function useSending(kind: string): FormData | undefined {
  const { formData, formAction } = useNavigation();
  return formAction === learnManagerPath && formData?.get("type") === kind ? formData : undefined;
}
