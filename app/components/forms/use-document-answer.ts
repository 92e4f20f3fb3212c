import { useNavigationType } from "@remix-run/react";

/** True where the document itself was the answer to a form, which was posted before the scripts took over. */
export function useIsDocumentAnswer(): boolean {
  return useNavigationType() === "POP";
}
