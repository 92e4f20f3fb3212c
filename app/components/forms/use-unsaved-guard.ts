import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type * as Unsaved from "../../browser/unsaved.ts";

/** The state of a link that discards what was typed without asking. */
export const discarding = { discarding: true };

/**
 * Asks for confirmation before a page with unsaved input is left. Navigation within the same path keeps the forms, so it does not ask.
 * `answer` is the response to a form that was sent but not saved.
 */
export function useUnsavedGuard(answer?: Unsaved.Answer): void {
  const { current: forms } = useRef<Unsaved.Forms>({ edited: new Set() });
  const guard = useRef<typeof Unsaved>();
  forms.answer = answer;
  // Confirms here and not in the router's "blocked" state: data that arrives for the page would end that state.
  useBlocker(
    ({ currentLocation, nextLocation }) => guard.current?.holdsBack(forms, currentLocation, nextLocation) ?? false,
  );
  useEffect(() => {
    const controller = new AbortController();
    import("../../browser/unsaved.ts").then(
      (loaded) => {
        guard.current = loaded;
        if (!controller.signal.aborted) loaded.trackForms(forms, controller.signal);
      },
      () => null,
    );
    return () => controller.abort();
  }, [forms]);
}
