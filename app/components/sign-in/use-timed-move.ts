import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { MovingOn } from "../../doors/form-state.ts";
import { useAnsweredByDocument } from "../forms/use-document-answer.ts";

/** Moves on by itself, as the answer of a form says. Without scripts its Refresh header does the same. */
export function useMovingOn(moving: MovingOn | null): void {
  const navigate = useNavigate();
  const byDocument = useAnsweredByDocument();
  useEffect(() => {
    // Its Refresh header moves it: both would load the next page twice, the second time without its notice.
    if (moving === null || byDocument) return undefined;
    const timer = setTimeout(() => navigate(moving.to, { replace: true }), moving.afterMs);
    return () => clearTimeout(timer);
  }, [moving, byDocument, navigate]);
}
