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

/** The sheets of the history pages close when the page is scrolled, but for one that somebody types in: a phone scrolls to make room for its keyboard. */
export function usePopoversHiddenOnScroll() {
  useEffect(() => {
    const hide = () => hidePopovers(document.activeElement instanceof HTMLInputElement ? document.activeElement : null);
    window.addEventListener("scroll", hide, { passive: true });
    return () => window.removeEventListener("scroll", hide);
  }, []);
}

function hidePopovers(typedIn: Element | null = null) {
  for (const open of document.querySelectorAll<HTMLElement>("[popover]")) {
    if (open.matches(":popover-open") && !open.contains(typedIn)) open.hidePopover();
  }
}
