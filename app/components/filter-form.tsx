import { Form, useLocation, useSubmit } from "@remix-run/react";
import type { ChangeEvent, FocusEvent, HTMLAttributes, ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";

/** False in the server's HTML and while hydrating, true from then on. */
export function useScripts(): boolean {
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  return scripts;
}

type FilterFormProps = Pick<HTMLAttributes<HTMLFormElement>, "className" | "id" | "aria-label"> & { children: ReactNode };

/** A GET form of filters. Apply sends it; with scripts a change sends it by itself, a typed date once the field is left. */
export function FilterForm({ children, ...form }: FilterFormProps) {
  const submit = useSubmit();
  const ref = useRef<HTMLFormElement>(null);
  useFieldsOfQuery(ref);
  const send = (form: HTMLFormElement | null) => submit(form, { replace: true, preventScrollReset: true });
  const changed = ({ target, currentTarget }: ChangeEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement) send(currentTarget);
  };
  const left = ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.value !== target.defaultValue) send(currentTarget);
  };
  return <Form ref={ref} method="get" onChange={changed} onBlur={left} {...form}>{children}</Form>;
}

/** Hidden, with its place kept, once a script sends the form on a change. */
export function ApplyButton() {
  return <button className={useScripts() ? "btn gone" : "btn"}>Apply</button>;
}

/** A link such as Reset changes the query without a new document: the fields follow it, and keep the focus where it is. */
function useFieldsOfQuery(ref: RefObject<HTMLFormElement>) {
  const { search } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    for (const field of ref.current?.elements ?? []) {
      if (field instanceof HTMLSelectElement) field.value = query.get(field.name) ?? field.options[0]?.value ?? "";
      if (field instanceof HTMLInputElement) field.value = query.get(field.name) ?? "";
    }
  }, [ref, search]);
}
