import { DateInput } from "./date-input.tsx";
import { type InputProps, Field } from "./field.tsx";

/** With an error it shows the format: the typed text hides the placeholder. */
export function DateField({
  label,
  name,
  error,
  help,
  conflictNote,
  className,
  ...input
}: Omit<InputProps, "inputMode" | "placeholder" | "autoComplete">) {
  return (
    <Field
      label={label}
      name={name}
      error={error}
      help={help ?? (error && "MM/DD/YYYY")}
      conflictNote={conflictNote}
      className={className}
      namesMore
    >
      {(control) => <DateInput labelId={`${control.id}l`} {...control} {...input} />}
    </Field>
  );
}
