import { useNavigate, useNavigationType } from "@remix-run/react";
import { useEffect } from "react";
import type { MovingOn } from "../form-state.ts";

/** Moves on by itself, as the answer of a form says. Without scripts its Refresh header does the same. */
export function useMovingOn(moving: MovingOn | null): void {
  const navigate = useNavigate();
  // A document that was the answer itself, posted before scripts took over: its Refresh header moves it.
  const answeredByDocument = useNavigationType() === "POP";
  useEffect(() => {
    if (moving === null || answeredByDocument) return undefined;
    const timer = setTimeout(() => navigate(moving.to, { replace: true }), moving.afterMs);
    return () => clearTimeout(timer);
  }, [moving, answeredByDocument, navigate]);
}
