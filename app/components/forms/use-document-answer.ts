import { useNavigationType } from "@remix-run/react";

/** True when the document itself is the response to a form, which was posted before hydration. */
export function useIsDocumentAnswer(): boolean {
  return useNavigationType() === "POP";
}
