import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useFocusReturn } from "../forms/use-focus-return.ts";

/**
 * What a browser does for a dialog of its own, for one that is a page over a list: Escape leads to `cancelTo`, and when it is gone the focus
 * goes back. Without scripts it is a page like any other.
 */
export function useDialog(cancelTo: string): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === "Escape" && !defaultPrevented) navigate(cancelTo, { preventScrollReset: true });
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [cancelTo, navigate]);
  useFocusReturn(pathname);
}
