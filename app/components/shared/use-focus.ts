/** Moves the focus after a form, a question or a new page. */
import { useNavigationType } from "@remix-run/react";
import { type RefObject, useEffect } from "react";
import type { FailedForm } from "../../http/form-state.ts";

/** True when the document itself is the response to a form, which was posted before hydration. */
export function useIsDocumentAnswer(): boolean {
  return useNavigationType() === "POP";
}

/**
 * After a failed form, focuses its first invalid field or its message, which on a phone is far above the button. Without `form` it searches
 * the whole page. In a new document the user may already be typing: their focus stays.
 */
export function useFocusOnFailure(failure: FailedForm | undefined, form?: RefObject<HTMLElement>): void {
  const byDocument = useIsDocumentAnswer();
  useEffect(() => {
    if (!failure || (byDocument && document.activeElement !== document.body)) return;
    const root = form ? form.current : document;
    const message = root?.querySelector<HTMLElement>("[role=alert]");
    message?.setAttribute("tabindex", "-1");
    (root?.querySelector<HTMLElement>("[aria-invalid]") ?? message)?.focus();
  }, [form, failure, byDocument]);
}

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
  // A link in a closed popover can't be focused; the last button of the popover opens it.
  const panel = link?.closest("[popover]");
  const target = panel ? [...document.querySelectorAll(`[popovertarget="${panel.id}"]`)].at(-1) : link;
  if (!(target instanceof HTMLElement)) return;
  target.focus({ preventScroll: true });
  // On a phone it may be behind "More".
  if (document.activeElement !== target) target.closest("details")?.querySelector("summary")?.focus();
}
