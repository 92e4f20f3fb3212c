import { Form, useLocation } from "@remix-run/react";
import type { HTMLAttributes, ReactNode, RefObject } from "react";
import { useEffect, useRef } from "react";

type FilterFormProps = Pick<HTMLAttributes<HTMLFormElement>, "className" | "id" | "aria-label"> & {
  /** True for a field to type in: the form waits for its button. */
  waits?: boolean;
  children: ReactNode;
};

/** A GET form of filters. Apply sends it; where scripts run, a change sends it by itself (early-script.server.ts). */
export function FilterForm({ children, waits = false, ...form }: FilterFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useFieldsOfQuery(ref);
  return <Form ref={ref} method="get" autoComplete="off" data-sends-itself={waits ? undefined : ""} preventScrollReset {...form}>{children}</Form>;
}

/** Hidden where a script sends the form on a change. */
export function ApplyButton() {
  return <button className="btn apply">Apply</button>;
}

/** A link such as Reset changes the query without a new document: the fields follow it, and keep the focus where it is. */
function useFieldsOfQuery(ref: RefObject<HTMLFormElement>) {
  const { search } = useLocation();
  const shown = useRef(search);
  useEffect(() => {
    // What was chosen before React was there must stay chosen.
    if (shown.current === search) return;
    shown.current = search;
    const query = new URLSearchParams(search);
    for (const field of ref.current?.elements ?? []) {
      if (field instanceof HTMLSelectElement) field.value = query.get(field.name) ?? field.options[0]?.value ?? "";
      if (field instanceof HTMLInputElement && field.type !== "hidden") field.value = query.get(field.name) ?? "";
    }
  }, [ref, search]);
}
