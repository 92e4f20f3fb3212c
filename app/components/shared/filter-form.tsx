import { Form, useLocation } from "@remix-run/react";
import { type FormHTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from "react";

type FilterFormProps = Pick<FormHTMLAttributes<HTMLFormElement>, "className" | "id" | "aria-label"> & {
  /** The address that the form asks; the page itself by default. */
  action?: string;
  popover?: "";
  /** True for forms with text to type: they wait for their button. */
  waits?: boolean;
  children: ReactNode;
};

/** A GET form of filters. With scripts, a change submits it (earlyScript in documents/documents.server.tsx). */
export function FilterForm({ children, waits = false, ...form }: FilterFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const rememberSent = useFieldsFromQuery(ref, waits);
  return (
    <Form
      ref={ref}
      onSubmit={rememberSent}
      method="get"
      autoComplete="off"
      data-sends-itself={waits ? undefined : ""}
      preventScrollReset
      {...form}
    >
      {children}
    </Form>
  );
}

export function ApplyButton() {
  return <button className="btn apply">Apply</button>;
}

/**
 * Keeps the fields in step with the query, which links such as Reset change without a new document. A field that was edited since the last
 * submit is left alone: the response to a start date must not empty the end date. After the button of a form that waits, its first error
 * has the focus. Returns the form's onSubmit.
 */
function useFieldsFromQuery(ref: RefObject<HTMLFormElement>, waits: boolean): () => void {
  const { search } = useLocation();
  const lastSearch = useRef(search);
  const sent = useRef(new Map<string, string>());
  const rememberSent = () => {
    for (const field of fieldsOf(ref.current)) sent.current.set(field.name, field.value);
  };
  useEffect(() => {
    // Keeps what was chosen before hydration.
    if (lastSearch.current === search) return;
    lastSearch.current = search;
    const query = new URLSearchParams(search);
    for (const field of fieldsOf(ref.current)) {
      const isBeingTyped =
        field === document.activeElement && field.value !== (sent.current.get(field.name) ?? field.value);
      if (isBeingTyped) continue;
      field.value =
        query.get(field.name) ?? (field instanceof HTMLSelectElement ? field.options[0]?.value : undefined) ?? "";
      sent.current.set(field.name, field.value);
    }
    if (waits && ref.current?.contains(document.activeElement))
      ref.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [ref, waits, search]);
  return rememberSent;
}

function fieldsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLSelectElement)[] {
  return [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== "hidden"),
  );
}
