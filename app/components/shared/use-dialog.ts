import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useFocusReturn } from "./use-focus.ts";

/** A dialog with its own URL: Escape goes to `cancelTo`, and the focus returns when the dialog closes. */
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
