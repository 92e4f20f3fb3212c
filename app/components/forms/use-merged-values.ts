import type { RefObject } from "react";
import { useEffect } from "react";
import type { FailedForm } from "../../doors/form-state.ts";

/** Where the document stays after a conflict, fields that were not touched show what somebody else saved in them. */
export function useMergedValues(failure: FailedForm | undefined, form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    for (const [name, text] of Object.entries(failure?.merged ?? {})) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) field.value = text;
    }
  }, [failure, form]);
}
