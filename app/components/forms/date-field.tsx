import { DateInput } from "./date-input.tsx";
import type { InputProps } from "./field.tsx";
import { Field } from "./field.tsx";

/** A text field that the server validates as MM/DD/YYYY, with a calendar where scripts run. A refused one names the format, which what was typed hides. */
export function DateField({ label, name, error, help, theirs, className, ...input }: Omit<InputProps, "inputMode" | "placeholder" | "autoComplete">) {
  return <Field {...{ label, name, error, help: help ?? (error && "MM/DD/YYYY"), theirs, className }}>{(control) => <DateInput labelId={`${control.id}l`} {...control} {...input} />}</Field>;
}
