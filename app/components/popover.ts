import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** The browser's own popovers. React 18 does not know their attributes, so they are spread, in lower case. */
export const popover = { popover: "" };

export function opens(id: string) {
  return { popovertarget: id };
}

export function closes(id: string) {
  return { popovertarget: id, popovertargetaction: "hide" };
}

/** With scripts a navigation keeps the document, so that an open drawer or sheet would stay: hides them. */
export function usePopoversHiddenOnNavigation() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    hidePopovers();
  }, [pathname, search]);
}

/** The sheets of the history pages close when the page is scrolled. */
export function usePopoversHiddenOnScroll() {
  useEffect(() => {
    window.addEventListener("scroll", hidePopovers, { passive: true });
    return () => window.removeEventListener("scroll", hidePopovers);
  }, []);
}

function hidePopovers() {
  for (const open of document.querySelectorAll<HTMLElement>("[popover]")) {
    if (open.matches(":popover-open")) open.hidePopover();
  }
}
