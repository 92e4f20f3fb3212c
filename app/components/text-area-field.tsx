import type { TextareaHTMLAttributes } from "react";
import { useState } from "react";
import type { ControlProps, FieldProps } from "./field.tsx";
import { Field } from "./field.tsx";

interface TextAreaProps extends FieldProps {
  rows: number;
  defaultValue: string;
  maxLength?: number;
}

export function TextAreaField({ label, name, error, help, className, ...area }: TextAreaProps) {
  return <Field {...{ label, name, error, help, className }}>{(control) => <TextArea {...control} {...area} />}</Field>;
}

/**
 * React 18 gives a text that it finds as the server sent it to its element once more, over what was typed since. So what was typed is made its
 * text for that moment; the mismatch brings the server's back as the default, and typed words and the caret stay.
 */
function TextArea({ id, ...area }: TextareaHTMLAttributes<HTMLTextAreaElement> & ControlProps) {
  useState(() => {
    if (typeof document === "undefined") return;
    const early = document.getElementById(id);
    if (early instanceof HTMLTextAreaElement && early.value !== early.defaultValue) early.defaultValue = early.value;
  });
  return <textarea id={id} {...area} suppressHydrationWarning />;
}
