import { type TextareaHTMLAttributes, useEffect, useState } from "react";
import { type ControlProps, type FieldProps, Field } from "./field.tsx";

interface TextAreaProps extends FieldProps {
  rows: number;
  defaultValue: string;
  maxLength?: number;
}

export function TextAreaField({ label, name, error, help, conflictNote, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} name={name} error={error} help={help} conflictNote={conflictNote} className={className}>
      {(control) => <TextArea {...control} {...area} />}
    </Field>
  );
}

/**
 * When React 18 hydrates a text area whose default is unchanged, it overwrites what was typed before. So the typed text becomes the default
 * during hydration, and the server's text afterwards: the typed text and the caret stay.
 */
function TextArea({ id, ...area }: TextareaHTMLAttributes<HTMLTextAreaElement> & ControlProps) {
  const [restoreDefault] = useState(() => keepTyped(id));
  // Runs before the effects of the form around it, which compare with the default.
  useEffect(restoreDefault, [restoreDefault]);
  return <textarea id={id} {...area} suppressHydrationWarning />;
}

function keepTyped(id: string): () => void {
  const textArea =
    typeof document === "undefined" ? null : document.querySelector<HTMLTextAreaElement>(`textarea[id="${id}"]`);
  if (!textArea || textArea.value === textArea.defaultValue) return () => {};
  const { defaultValue } = textArea;
  textArea.defaultValue = textArea.value;
  return () => {
    textArea.defaultValue = defaultValue;
  };
}
