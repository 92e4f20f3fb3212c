import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { MovingOn } from "../form-state.ts";

/** Moves on by itself, as the answer of a form says. Without scripts its Refresh header does the same. */
export function useMovingOn(moving: MovingOn | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (moving === null) return undefined;
    const timer = setTimeout(() => navigate(moving.to, { replace: true }), moving.afterMs);
    return () => clearTimeout(timer);
  }, [moving, navigate]);
}
