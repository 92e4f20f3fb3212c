import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** React 18 does not know the popover attributes, so they are spread, in lower case. */
export const popover = { popover: "" } as const;

export function opens(id: string) {
  return { popovertarget: id };
}

export function closes(id: string) {
  return { popovertarget: id, popovertargetaction: "hide" };
}

/** Closes drawers and sheets on a client navigation, except the sheet whose filter has the focus. */
export function usePopoversHiddenOnNavigation() {
  const location = useLocation();
  const { current: first } = useRef(location);
  useEffect(() => {
    // Keeps popovers that were opened before hydration.
    if (location !== first) hidePopovers(focusedField("input, select"));
  }, [location.pathname, location.search]);
}

/** It stays open while somebody types in it: a phone scrolls to make room for its keyboard. */
export function usePopoversHiddenOnScroll() {
  useEffect(() => {
    const hide = () => hidePopovers(focusedField("input"));
    window.addEventListener("scroll", hide, { passive: true });
    return () => window.removeEventListener("scroll", hide);
  }, []);
}

function focusedField(fields: string): Element | null {
  return document.activeElement?.closest(fields) ?? null;
}

function hidePopovers(except: Element | null) {
  for (const open of document.querySelectorAll<HTMLElement>("[popover]")) {
    if (open.matches(":popover-open") && !open.contains(except)) open.hidePopover();
  }
}
