import { useEffect } from "react";

/** When the page at `pathname` closes, focuses the link that led to it, or else the main part of the page. */
export function useFocusReturn(pathname: string | null): void {
  // An effect's cleanup runs when the next page is rendered.
  useEffect(() => () => returnFocus(pathname), [pathname]);
}

function returnFocus(pathname: string | null): void {
  if (!pathname || document.activeElement !== document.body) return;
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  const link = [...document.links].find((candidate) => candidate.pathname === pathname) ?? main;
  // A link in a closed popover can't be focused; the button that opens the popover precedes it.
  const target = link?.closest("[popover]")?.previousElementSibling ?? link;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
