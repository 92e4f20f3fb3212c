import { useEffect } from "react";

/** When what stood at `pathname` is gone, and the focus with it, that goes back to the link that led there, or to the page where that is gone too. */
export function useFocusReturn(pathname: string | null): void {
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
