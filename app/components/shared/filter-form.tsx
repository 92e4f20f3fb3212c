import { Form, useLocation } from "@remix-run/react";
import type { HTMLAttributes, ReactNode, RefObject } from "react";
import { useEffect, useRef } from "react";

type FilterFormProps = Pick<HTMLAttributes<HTMLFormElement>, "className" | "id" | "aria-label"> & {
  /** True for a field to type in: the form waits for its button. */
  waits?: boolean;
  children: ReactNode;
};

/** A GET form of filters. Apply sends it; where scripts run, a change sends it by itself (EarlyScript in documents/document.tsx). */
export function FilterForm({ children, waits = false, ...form }: FilterFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const noteSent = useFieldsOfQuery(ref);
  return <Form ref={ref} onSubmit={noteSent} method="get" autoComplete="off" data-sends-itself={waits ? undefined : ""} preventScrollReset {...form}>{children}</Form>;
}

/** Hidden where a script sends the form on a change. */
export function ApplyButton() {
  return <button className="btn apply">Apply</button>;
}

/**
 * A link such as Reset changes the query without a new document: the fields follow it, and keep the focus where it is. But for one that
 * somebody is typing in since the form was sent: the answer to a start date must not empty the end date. Gives what hears of the sending.
 */
function useFieldsOfQuery(ref: RefObject<HTMLFormElement>): () => void {
  const { search } = useLocation();
  const shown = useRef(search);
  const sent = useRef(new Map<string, string>());
  const noteSent = () => {
    for (const field of fieldsOf(ref.current)) sent.current.set(field.name, field.value);
  };
  useEffect(() => {
    // What was chosen before React was there must stay chosen.
    if (shown.current === search) return;
    shown.current = search;
    const query = new URLSearchParams(search);
    for (const field of fieldsOf(ref.current)) {
      const isBeingTyped = field === document.activeElement && field.value !== (sent.current.get(field.name) ?? field.value);
      if (isBeingTyped) continue;
      field.value = query.get(field.name) ?? (field instanceof HTMLSelectElement ? field.options[0]?.value : undefined) ?? "";
      sent.current.set(field.name, field.value);
    }
  }, [ref, search]);
  return noteSent;
}

function fieldsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLSelectElement)[] {
  return [...(form?.elements ?? [])].filter((field): field is HTMLInputElement | HTMLSelectElement => field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== "hidden"));
}
