import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { TimedRedirect } from "../../http/form-state.ts";
import { useIsDocumentAnswer } from "../shared/use-focus.ts";

/** Redirects after the answer's delay. Without scripts its Refresh header does the same. */
export function useTimedRedirect(redirect: TimedRedirect | null): void {
  const navigate = useNavigate();
  const byDocument = useIsDocumentAnswer();
  useEffect(() => {
    // The Refresh header redirects already: a second load would lose the next page's notice.
    if (redirect === null || byDocument) return undefined;
    const timer = setTimeout(() => navigate(redirect.to, { replace: true }), redirect.afterMs);
    return () => clearTimeout(timer);
  }, [redirect, byDocument, navigate]);
}
