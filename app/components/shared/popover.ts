import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** The browser's own popovers. React 18 does not know their attributes, so they are spread, in lower case. */
export const popover = { popover: "" };

export function opens(id: string) {
  return { popovertarget: id };
}

export function closes(id: string) {
  return { popovertarget: id, popovertargetaction: "hide" };
}

/** With scripts a navigation keeps the document, so that an open drawer or sheet would stay: hides them, but for the one whose filter was just changed. */
export function usePopoversHiddenOnNavigation() {
  const location = useLocation();
  const { current: first } = useRef(location);
  useEffect(() => {
    // What was opened before React was there stays open.
    if (location !== first) hidePopovers(filledIn("input, select"));
  }, [location.pathname, location.search]);
}

/** The sheets of the history pages close when the page is scrolled, but for one that somebody types in: a phone scrolls to make room for its keyboard. */
export function usePopoversHiddenOnScroll() {
  useEffect(() => {
    const hide = () => hidePopovers(filledIn("input"));
    window.addEventListener("scroll", hide, { passive: true });
    return () => window.removeEventListener("scroll", hide);
  }, []);
}

/** The field that somebody is at, if it is one of those. */
function filledIn(fields: string): Element | null {
  return document.activeElement?.closest(fields) ?? null;
}

function hidePopovers(but: Element | null) {
  for (const open of document.querySelectorAll<HTMLElement>("[popover]")) {
    if (open.matches(":popover-open") && !open.contains(but)) open.hidePopover();
  }
}
