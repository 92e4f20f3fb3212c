import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * What a browser does for a dialog of its own, for one that is a page over a list: Escape leads to `cancelTo`, and when it is gone the focus
 * goes back to the link that led here, or to the page where that is gone too. Without scripts it is a page like any other.
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
  // By then the list is there.
  useEffect(() => () => focusWhereItCameFrom(pathname), [pathname]);
}

function focusWhereItCameFrom(pathname: string): void {
  if (document.activeElement !== document.body) return;
  const link = [...document.links].find((candidate) => candidate.pathname === pathname);
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  (link ?? main)?.focus({ preventScroll: true });
}
