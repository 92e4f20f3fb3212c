import type { RefObject } from "react";
import { useEffect } from "react";
import type { FailedForm } from "../../doors/form-state.ts";

/** After a merge conflict without a new document, fills untouched fields with the values that others saved. */
export function useMergedValues(failure: FailedForm | undefined, form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    for (const [name, text] of Object.entries(failure?.merged ?? {})) {
      const field = form.current?.elements.namedItem(name);
      if (
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement
      )
        field.value = text;
    }
  }, [failure, form]);
}
