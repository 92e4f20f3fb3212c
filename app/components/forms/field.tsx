import { type ButtonHTMLAttributes, type InputHTMLAttributes, type MouseEvent, type ReactNode, useId } from "react";
import { Icon } from "../shared/icon.tsx";

export interface FieldProps {
  label: string;
  name: string;
  error?: string | undefined;
  help?: string | undefined;
  conflictNote?: ReactNode;
  className?: string;
  aside?: ReactNode;
  /** An id for the label: the control's with an "l". */
  namesMore?: boolean;
}

export interface ControlProps {
  id: string;
  name: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

export function Field({
  label,
  name,
  error,
  help,
  conflictNote,
  className = "f",
  aside,
  namesMore,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const notes = [error ? `${id}e` : "", conflictNote ? `${id}t` : "", help ? `${id}h` : ""].filter(Boolean).join(" ");
  const control: ControlProps = {
    id,
    name,
    ...(error ? { "aria-invalid": true } : {}),
    ...(notes ? { "aria-describedby": notes } : {}),
  };
  return (
    <div className={className}>
      <span className={aside ? "between" : undefined}>
        <label id={namesMore ? `${id}l` : undefined} htmlFor={id}>
          {label}
        </label>
        {aside}
      </span>
      {children(control)}
      {help && (
        <p className="muted" id={`${id}h`}>
          {help}
        </p>
      )}
      {error && (
        <p className="err" id={`${id}e`}>
          <Icon name="warn" />
          {error}
        </p>
      )}
      {conflictNote && <div id={`${id}t`}>{conflictNote}</div>}
    </div>
  );
}

export type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "className">;

export function TextField({ label, name, error, help, conflictNote, className, aside, ...input }: InputProps) {
  return (
    <Field
      label={label}
      name={name}
      error={error}
      help={help}
      conflictNote={conflictNote}
      className={className}
      aside={aside}
    >
      {(control) => <input {...control} {...input} />}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

export interface OptionGroup {
  group: string;
  options: Option[];
}

interface SelectProps extends FieldProps {
  options: readonly (Option | OptionGroup)[];
  defaultValue: string;
  required?: boolean;
}

export function SelectField({ label, name, error, help, conflictNote, className, options, ...select }: SelectProps) {
  return (
    <Field label={label} name={name} error={error} help={help} conflictNote={conflictNote} className={className}>
      {(control) => (
        <select {...control} {...select}>
          {options.map(renderOption)}
        </select>
      )}
    </Field>
  );
}

export function optionsOf(values: readonly string[]): Option[] {
  return values.map((value) => ({ value, label: value }));
}

function renderOption(option: Option | OptionGroup): ReactNode {
  if ("group" in option)
    return (
      <optgroup key={option.group} label={option.group}>
        {option.options.map(renderOption)}
      </optgroup>
    );
  return (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  );
}

type SendButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  busy: boolean | undefined;
};

/** Ignores presses while busy. Not disabled then: a disabled button loses the focus. */
export function SendButton({ busy, ...button }: SendButtonProps) {
  return <button {...button} aria-disabled={busy || undefined} onClick={busy ? stop : undefined} />;
}

// Enter in a field also clicks the form's button.
function stop(event: MouseEvent): void {
  event.preventDefault();
}
