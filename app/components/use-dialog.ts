import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

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
  useFocusBack(pathname);
}

/** When what stood at `pathname` is gone, and the focus with it, that goes back to the link that led there, or to the page where that is gone too. */
export function useFocusBack(pathname: string | null): void {
  // By then the page that follows is there.
  useEffect(() => () => focusBack(pathname), [pathname]);
}

function focusBack(pathname: string | null): void {
  if (!pathname || document.activeElement !== document.body) return;
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  const link = [...document.links].find((candidate) => candidate.pathname === pathname) ?? main;
  // In a popover, which is closed by now, nothing can have the focus: the button that opens it stands before it.
  const place = link?.closest("[popover]")?.previousElementSibling ?? link;
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
