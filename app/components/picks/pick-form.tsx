import { Form, Link, useNavigation } from "@remix-run/react";
import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import type { FailedForm } from "../../doors/form-state.ts";
import type { BetPick, Stream } from "../../models/picks/pick.ts";
import { loss, sports, tags, textsOfPick, win } from "../../models/picks/pick.ts";
import { editPickPath, managerPath } from "../../paths/paths.ts";
import { DateField } from "../forms/date-field.tsx";
import type { Option } from "../forms/field.tsx";
import type { Notice } from "../../session.server.ts";
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
  /** The row that is edited; null adds one. */
  editing: BetPick | null;
  failure: FailedForm | undefined;
  /** What a form that was taken says. */
  notice: Notice | null;
  /** Names this form, so that it is taken once. */
  idempotencyKey: string;
}

/** Add or edit a pick of either stream: the same fields, filled with what was typed last, else with the row. */
export function PickForm({ stream, editing, failure, notice, idempotencyKey }: PickFormProps) {
  const noun = stream === "regular" ? "Pick" : "Pro Pick";
  const values = failure ? failure.values : editing ? textsOfPick(editing) : {};
  const inPlace = useListPath();
  const action = editing ? inPlace(editPickPath(stream, editing.id)) : managerPath(stream);
  const busy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  const byDocument = useIsDocumentAnswer();
  // With scripts the document stays: without this the next press would publish the same pick again. The next one begins with its first field.
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
    <Form ref={form} key={editing?.id ?? "new"} className="panel grid6" method="post" action={action} aria-labelledby="form-title">
      <h2 id="form-title" ref={title} tabIndex={-1}>{editing ? "Edit" : "Add"} {noun}</h2>
      <p className="muted x-all">Sport, Tag and Unit size are required.</p>
      <div className="row x-all"><Problem message={failure?.message} /></div>
      <PickFields values={values} failure={failure} />
      {editing
        ? <input type="hidden" name="version" value={failure?.saved?.version ?? values.version ?? ""} />
        : <input type="hidden" name="idempotency_key" value={values.idempotency_key ?? idempotencyKey} />}
      <div className="row">
        {editing && <Link className="btn quiet" to={inPlace(managerPath(stream))} preventScrollReset>Cancel</Link>}
        <SendButton className="btn primary" busy={busy}>{busy ? "Saving..." : editing ? "Save Changes" : `Add ${noun}`}</SendButton>
      </div>
    </Form>
  );
}

/**
 * The focus follows to the form that a row's link led to, from there to the words that say what was done, and without any back to the row. A
 * document of its own begins where the browser says.
 */
function useFocusFollowing(action: string, editing: boolean, { failure, notice }: Pick<PickFormProps, "failure" | "notice">): RefObject<HTMLHeadingElement> {
  const title = useRef<HTMLHeadingElement>(null);
  const byDocument = useIsDocumentAnswer();
  const followed = editing && !failure && !byDocument;
  const fromElsewhere = notice?.from !== action && !byDocument && notice;
  useFocusReturn(editing ? action : null);
  useEffect(() => {
    if (followed) title.current?.focus();
  }, [followed, action]);
  useEffect(() => {
    const said = fromElsewhere && document.querySelector<HTMLElement>("main .alert");
    if (!said) return;
    said.tabIndex = -1;
    said.focus();
  }, [fromElsewhere]);
  return title;
}

function PickFields({ values, failure }: { values: Readonly<Record<string, string>>; failure: FailedForm | undefined }) {
  const of = (name: string) => ({ name, defaultValue: values[name] ?? "", error: failure?.errors[name], theirs: conflictNoteOf(failure, name) });
  return (
    <>
      <TextField label="Game" className="f x2" maxLength={200} {...of("game")} />
      <TextField label="Pick" className="f x2" maxLength={200} {...of("pick")} />
      <SelectField label="Sport" className="f m2" required options={[{ value: "", label: "Choose" }, ...optionsOf(sports)]} {...of("sport")} />
      <SelectField label="Tag" className="f m2" required options={[{ value: "", label: "Choose" }, ...optionsOf(tags)]} {...of("tag")} />
      <DateField label="Game date" {...of("game_date")} />
      <TextField label="Time" maxLength={40} {...of("time")} />
      <TextField label="Sim confidence %" inputMode="decimal" {...of("sim_confidence")} />
      <TextField label="Unit size" type="number" min="0" step="0.01" required {...of("unit_size")} defaultValue={numberIn(values.unit_size)} />
      <TextField label="Closing line" maxLength={40} {...of("closing_line")} />
      {/* Not decimal: the number keys of an iPhone have no minus. */}
      <TextField label="Units result" inputMode="text" {...of("units_result")} />
      <SelectField label="Verdict" options={verdictOptions(values.verdict ?? "")} {...of("verdict")} />
      <SelectField label="Beat CLV" options={[{ value: "", label: "Not set" }, { value: win, label: `${win} Yes` }, { value: loss, label: `${loss} No` }]} {...of("beat_clv")} />
    </>
  );
}

/** What a number field takes: of anything else a browser shows nothing. */
function numberIn(text = ""): string {
  return Number.isFinite(Number(text)) ? text : "";
}

/** A verdict that came from elsewhere (any other text is a loss) stays choosable, so that editing does not change it. */
function verdictOptions(current: string): Option[] {
  const usual = [{ value: "", label: "Open" }, { value: win, label: `${win} Win` }, { value: loss, label: `${loss} Loss` }];
  return usual.some((option) => option.value === current) ? usual : [...usual, { value: current, label: `${current} (loss)` }];
}
