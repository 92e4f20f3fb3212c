import type { Column } from "../../models/import/layout.server.ts";
import type { ImportView } from "../../models/import/import-table.server.ts";
import { type FixedField, answerName, columnName, fixedName } from "../../models/import/import.ts";
import { sports } from "../../models/bets/sports.ts";
import { tags } from "../../models/values/tags.ts";
import { fieldText } from "../../format.ts";
import { DateField } from "../forms/date-field.tsx";
import { SelectField, TextField, optionsOf } from "../forms/field.tsx";

interface ColumnsStepProps {
  columns: readonly Column[];
  view: ImportView;
}

const notUsed = { value: "", label: "Not used" };

/** What each column of a foreign table is, what only a person knows about it, and what the table lacks. */
export function ColumnsStep({ columns, view: { fields, lacking, fixed, answers } }: ColumnsStepProps) {
  const options = [notUsed, ...fields.map((field) => ({ value: field, label: labelOf(field) }))];
  return (
    <div className="grid6">
      {columns.map(({ header, samples, field, question }, place) => {
        const label = header.trim() || `Column ${place + 1}`;
        return (
          <div key={columnName(place)} className="stack x2">
            <SelectField
              label={label}
              name={columnName(place)}
              options={options}
              defaultValue={field ?? ""}
              help={samples.length === 0 ? undefined : `For example ${samples.join(" · ")}`}
            />
            {Object.entries(answers[place] ?? {})
              .filter(([id]) => id !== question?.id)
              .map(([id, answer]) => (
                <input key={id} type="hidden" name={answerName(place, id)} value={answer} />
              ))}
            {question &&
              (question.choices.length === 0 ? (
                <TextField label={question.text} name={answerName(place, question.id)} required />
              ) : (
                <SelectField
                  label={question.text}
                  name={answerName(place, question.id)}
                  options={[{ value: "", label: "Choose…" }, ...question.choices]}
                  defaultValue=""
                  required
                />
              ))}
          </div>
        );
      })}
      {lacking.map((field) => (
        <FixedValue key={field} field={field} value={fixed[field] ?? ""} />
      ))}
    </div>
  );
}

function FixedValue({ field, value }: { field: FixedField; value: string }) {
  const shared = { label: `${labelOf(field)} of all rows`, name: fixedName(field), defaultValue: value };
  if (field === "game_date") return <DateField className="f x2" {...shared} />;
  if (field === "unit_size") return <TextField className="f x2" inputMode="decimal" required {...shared} />;
  const choices = optionsOf(field === "sport" ? sports : tags);
  return <SelectField className="f x2" required options={[{ value: "", label: "Choose…" }, ...choices]} {...shared} />;
}

/** "Sim confidence" */
export function labelOf(field: string): string {
  const text = fieldText(field);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
