import type { ReactNode } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { markets, sides } from "../../models/bets/bet.ts";
import { allOutcomes, beatClv, missedClv, outcomes, verdictText } from "../../models/bets/outcome.ts";
import { tags } from "../../models/values/tags.ts";
import { sports } from "../../models/bets/sports.ts";
import type { Lock } from "../../models/picks/chosen-pick.server.ts";
import { conflictNoteOf } from "../forms/conflict.tsx";
import { DateField } from "../forms/date-field.tsx";
import { optionsOf, SelectField, TextField } from "../forms/field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { LockedFields } from "./locked-fields.tsx";

interface PickFieldsProps {
  values: Readonly<Record<string, string>>;
  failure: FailedForm | undefined;
}

interface AllFieldsProps extends PickFieldsProps {
  /** Puts the focus on the first field. */
  startsHere?: boolean;
  /** The fields that only a correction changes; null while everything can be edited. */
  lock?: Lock | null | undefined;
  /** A link to the correction. */
  correction?: ReactNode;
}

const verdictOptions = allOutcomes.map((outcome) => ({ value: outcomes[outcome].mark, label: verdictText(outcome) }));
const fromText = { value: "", label: "From the text" } as const;
const marketOptions = [fromText, ...optionsOf(markets)];
const sideOptions = [fromText, ...optionsOf(sides)];
function fieldsOf({ values, failure }: PickFieldsProps) {
  return (name: string) => ({
    name,
    defaultValue: values[name] ?? "",
    error: failure?.errors[name],
    conflictNote: conflictNoteOf(failure, name),
  });
}

/** The title of the form for a new pick, and what it needs. */
export function AddTitle({ noun, children }: { noun: string; children: ReactNode }) {
  return (
    <div className="head">
      <h2 id="form-title">{`Add ${noun}`}</h2>
      <p className="muted">
        Sport, Tag and Unit size are required; the pick may say units and book, like 2u Celtics -3.5 DK. Without Time it
        counts only before its Game date. {children}
      </p>
    </div>
  );
}

export function PickFields({ lock, correction, ...props }: AllFieldsProps) {
  const field = fieldsOf(props);
  return (
    <>
      {lock ? <LockedFields lock={lock} correction={correction} /> : <SealedFields {...props} />}
      {!lock?.isSettled && <GradeFields {...props} />}
      <SelectField
        label="Beat CLV"
        options={[
          { value: "", label: "Computed" },
          { value: beatClv, label: `${beatClv} Yes` },
          { value: missedClv, label: `${missedClv} No` },
        ]}
        {...field("beat_clv")}
      />
      {!lock && <ReadFields {...props} />}
    </>
  );
}

function SealedFields({ values, failure, startsHere = false }: AllFieldsProps) {
  const field = fieldsOf({ values, failure });
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- after a pick was added, the next one is typed at once */}
      <TextField label="Game" className="f x2" maxLength={200} autoFocus={startsHere} {...field("game")} />
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
      <TextField label="Time" maxLength={40} placeholder="7:30 PM ET" {...field("time")} />
      {/* Not decimal: the iPhone's number pad has no minus. */}
      <TextField label="Price" placeholder="-110" {...field("odds")} />
      <TextField label="Book" maxLength={60} {...field("book")} />
      <TextField label="Line" {...field("line")} />
      <TextField label="Playable to" maxLength={40} {...field("playable_to")} />
      <TextField label="Sim confidence %" inputMode="decimal" {...field("sim_confidence")} />
      <TextField label="Unit size" inputMode="decimal" {...field("unit_size")} />
      <TextAreaField
        label="Why this pick"
        className="f x-all"
        rows={2}
        maxLength={1000}
        help="For members; not sealed. It stays as it is once the game has started."
        {...field("why")}
      />
    </>
  );
}

function GradeFields({ values, failure }: PickFieldsProps) {
  const field = fieldsOf({ values, failure });
  return (
    <>
      <SelectField label="Verdict" options={verdictOptions} {...field("verdict")} />
      <TextField label="Units result" {...field("units_result")} />
      <TextField label="Closing line" maxLength={40} {...field("closing_line")} />
      <TextField label="Closing price" {...field("closing_odds")} />
    </>
  );
}

/** The texts usually say these, so they are folded. The IDs are names that a program gave. */
function ReadFields({ values, failure }: PickFieldsProps) {
  const field = fieldsOf({ values, failure });
  return (
    <details open={failure !== undefined || undefined}>
      <summary>More of the bet</summary>
      <div className="grid6">
        <TextField label="Away" className="f x2" maxLength={100} {...field("away")} />
        <TextField label="Home" className="f x2" maxLength={100} {...field("home")} />
        <SelectField label="Market" options={marketOptions} {...field("market")} />
        <SelectField label="Side" options={sideOptions} {...field("side")} />
        <TextField label="Start" className="f x2" {...field("starts_at")} />
        <TextField label="External ID" className="f x2" maxLength={100} {...field("external_id")} />
        <TextField label="Game external ID" className="f x2" maxLength={100} {...field("game_external_id")} />
      </div>
    </details>
  );
}
