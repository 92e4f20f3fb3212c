import { Form, Link, useNavigation } from "@remix-run/react";
import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import type { BetPick, Stream } from "../../models/picks/pick.ts";
import { loss, sports, tags, textsOfPick, win } from "../../models/picks/pick.ts";
import { editPickPath, managerPath } from "../../paths/paths.ts";
import { DateField } from "../forms/date-field.tsx";
import type { Option } from "../forms/field.tsx";
import type { Notice } from "../../session/notice.ts";
import { optionsOf, SelectField, TextField } from "../forms/field.tsx";
import { Problem } from "../shared/notice.tsx";
import { SendButton } from "../forms/send-button.tsx";
import { conflictNoteOf } from "../forms/conflict-note.tsx";
import { useIsDocumentAnswer } from "../forms/use-document-answer.ts";
import { useFocusOnFailure } from "../forms/use-focus-on-failure.ts";
import { useFocusReturn } from "../forms/use-focus-return.ts";
import { useListPath } from "../shared/use-list-path.ts";
import { useMergedValues } from "../forms/use-merged-values.ts";

interface PickFormProps {
  stream: Stream;
  /** null = adding. */
  editing: BetPick | null;
  failure: FailedForm | undefined;
  notice: Notice | null;
  idempotencyKey: string;
}

export function PickForm({ stream, editing, failure, notice, idempotencyKey }: PickFormProps) {
  const noun = stream === "regular" ? "Pick" : "Pro Pick";
  const values = failure ? failure.values : editing ? textsOfPick(editing) : {};
  const inPlace = useListPath();
  const action = editing ? inPlace(editPickPath(stream, editing.id)) : managerPath(stream);
  const busy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  const byDocument = useIsDocumentAnswer();
  // With scripts the document stays: without a reset the next press would publish the same pick again.
  useEffect(() => {
    if (notice?.from !== action) return;
    form.current?.reset();
    const first = form.current?.elements.namedItem("game");
    if (!byDocument && first instanceof HTMLElement) first.focus();
  }, [notice, action, byDocument]);
  useMergedValues(failure, form);
  useFocusOnFailure(failure, form);
  const title = useFocusFollowing(action, editing !== null, { failure, notice });
  return (
    <Form
      ref={form}
      key={editing?.id ?? "new"}
      className="panel grid6"
      method="post"
      action={action}
      aria-labelledby="form-title"
    >
      <h2 id="form-title" ref={title} tabIndex={-1}>
        {editing ? "Edit" : "Add"} {noun}
      </h2>
      <p className="muted x-all">Sport, Tag and Unit size are required.</p>
      <div className="row x-all">
        <Problem message={failure?.message} />
      </div>
      <PickFields values={values} failure={failure} />
      {editing ? (
        <input type="hidden" name="version" value={failure?.saved?.version ?? values.version ?? ""} />
      ) : (
        <input type="hidden" name="idempotency_key" value={values.idempotency_key ?? idempotencyKey} />
      )}
      <div className="row">
        {editing && (
          <Link className="btn quiet" to={inPlace(managerPath(stream))} preventScrollReset>
            Cancel
          </Link>
        )}
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : editing ? "Save Changes" : `Add ${noun}`}
        </SendButton>
      </div>
    </Form>
  );
}

/**
 * Moves the focus: from a row's Edit link to the form, after saving to the notice, after Cancel back to the row. After a full page
 * load the browser decides.
 */
function useFocusFollowing(
  action: string,
  editing: boolean,
  { failure, notice }: Pick<PickFormProps, "failure" | "notice">,
): RefObject<HTMLHeadingElement> {
  const title = useRef<HTMLHeadingElement>(null);
  const byDocument = useIsDocumentAnswer();
  const openedByLink = editing && !failure && !byDocument;
  const otherNotice = notice?.from !== action && !byDocument && notice;
  useFocusReturn(editing ? action : null);
  useEffect(() => {
    if (openedByLink) title.current?.focus();
  }, [openedByLink, action]);
  useEffect(() => {
    const alert = otherNotice && document.querySelector<HTMLElement>("main .alert");
    if (!alert) return;
    alert.tabIndex = -1;
    alert.focus();
  }, [otherNotice]);
  return title;
}

function PickFields({
  values,
  failure,
}: {
  values: Readonly<Record<string, string>>;
  failure: FailedForm | undefined;
}) {
  const field = (name: string) => ({
    name,
    defaultValue: values[name] ?? "",
    error: failure?.errors[name],
    conflictNote: conflictNoteOf(failure, name),
  });
  return (
    <>
      <TextField label="Game" className="f x2" maxLength={200} {...field("game")} />
      <TextField label="Pick" className="f x2" maxLength={200} {...field("pick")} />
      <SelectField
        label="Sport"
        className="f m2"
        required
        options={[{ value: "", label: "Choose" }, ...optionsOf(sports)]}
        {...field("sport")}
      />
      <SelectField
        label="Tag"
        className="f m2"
        required
        options={[{ value: "", label: "Choose" }, ...optionsOf(tags)]}
        {...field("tag")}
      />
      <DateField label="Game date" {...field("game_date")} />
      <TextField label="Time" maxLength={40} {...field("time")} />
      <TextField label="Sim confidence %" inputMode="decimal" {...field("sim_confidence")} />
      <TextField
        label="Unit size"
        type="number"
        min="0"
        step="0.01"
        required
        {...field("unit_size")}
        defaultValue={numberOrEmpty(values.unit_size)}
      />
      <TextField label="Closing line" maxLength={40} {...field("closing_line")} />
      {/* Not decimal: the iPhone's number pad has no minus. */}
      <TextField label="Units result" inputMode="text" {...field("units_result")} />
      <SelectField label="Verdict" options={verdictOptions(values.verdict ?? "")} {...field("verdict")} />
      <SelectField
        label="Beat CLV"
        options={[
          { value: "", label: "Not set" },
          { value: win, label: `${win} Yes` },
          { value: loss, label: `${loss} No` },
        ]}
        {...field("beat_clv")}
      />
    </>
  );
}

/** Browsers show nothing for other texts in a number field. */
function numberOrEmpty(text = ""): string {
  return Number.isFinite(Number(text)) ? text : "";
}

/** Keeps another stored verdict (any other text is a loss) as an option, so that editing does not change it. */
function verdictOptions(current: string): Option[] {
  const usual = [
    { value: "", label: "Open" },
    { value: win, label: `${win} Win` },
    { value: loss, label: `${loss} Loss` },
  ];
  return usual.some((option) => option.value === current)
    ? usual
    : [...usual, { value: current, label: `${current} (loss)` }];
}
