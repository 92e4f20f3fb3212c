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

/** Closes drawers and sheets on a client navigation. A sheet of filters stays open, and goes with its page. */
export function usePopoversHiddenOnNavigation() {
  const location = useLocation();
  const { current: first } = useRef(location);
  useEffect(() => {
    // Keeps popovers that were opened before hydration.
    if (location !== first) hidePopovers("form");
  }, [location.pathname, location.search]);
}

/** A sheet stays open while somebody uses its fields: a phone scrolls for its keyboard, or when the list gets shorter. */
export function usePopoversHiddenOnScroll() {
  useEffect(() => {
    const hide = () => hidePopovers("form:focus-within");
    window.addEventListener("scroll", hide, { passive: true });
    return () => window.removeEventListener("scroll", hide);
  }, []);
}

function hidePopovers(except: string) {
  for (const open of document.querySelectorAll<HTMLElement>(`:popover-open:not(${except})`)) open.hidePopover();
}
