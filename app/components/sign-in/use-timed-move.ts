import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { TimedRedirect } from "../../doors/form-state.ts";
import { useIsDocumentAnswer } from "../forms/use-document-answer.ts";

/** Moves on by itself, as the answer of a form says. Without scripts its Refresh header does the same. */
export function useTimedRedirect(moving: TimedRedirect | null): void {
  const navigate = useNavigate();
  const byDocument = useIsDocumentAnswer();
  useEffect(() => {
    // Its Refresh header moves it: both would load the next page twice, the second time without its notice.
    if (moving === null || byDocument) return undefined;
    const timer = setTimeout(() => navigate(moving.to, { replace: true }), moving.afterMs);
    return () => clearTimeout(timer);
  }, [moving, byDocument, navigate]);
}
