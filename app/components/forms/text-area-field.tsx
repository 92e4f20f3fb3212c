import type { TextareaHTMLAttributes } from "react";
import { useEffect, useState } from "react";
import type { ControlProps, FieldProps } from "./field.tsx";
import { Field } from "./field.tsx";

interface TextAreaProps extends FieldProps {
  rows: number;
  defaultValue: string;
  maxLength?: number;
}

export function TextAreaField({ label, name, error, help, theirs, className, ...area }: TextAreaProps) {
  return <Field {...{ label, name, error, help, theirs, className }}>{(control) => <TextArea {...control} {...area} />}</Field>;
}

/**
 * React 18 gives a text that it finds as the server sent it to its element once more, over what was typed since. So what was typed is made its
 * text for that moment, and the server's again afterwards: typed words and the caret stay.
 */
function TextArea({ id, ...area }: TextareaHTMLAttributes<HTMLTextAreaElement> & ControlProps) {
  const [putBack] = useState(() => keepTyped(id));
  // Before the form around it looks at what was typed.
  useEffect(putBack, [putBack]);
  return <textarea id={id} {...area} suppressHydrationWarning />;
}

function keepTyped(id: string): () => void {
  const early = typeof document === "undefined" ? null : document.querySelector<HTMLTextAreaElement>(`textarea[id="${id}"]`);
  if (!early || early.value === early.defaultValue) return () => {};
  const { defaultValue } = early;
  early.defaultValue = early.value;
  return () => {
    early.defaultValue = defaultValue;
  };
}
