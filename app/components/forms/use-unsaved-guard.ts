import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FailedForm, PreviewedForm } from "../../doors/form-state.ts";

type Answer = FailedForm | PreviewedForm<unknown>;

interface Forms {
  /** Edited since they were last sent. */
  edited: Set<HTMLFormElement>;
  /** The edited form that was sent last. */
  sent?: HTMLFormElement;
  answer?: Answer;
  /** The answer on the page when the last form was sent. */
  previousAnswer?: Answer;
}

/** The state of a link that discards what was typed without asking. */
export const discarding = { discarding: true };

const question = "Leave without saving? What you typed will be lost.";

/**
 * Asks for confirmation before a page with unsaved input is left. Navigation within the same path keeps the forms, so it does not ask.
 * `answer` is the response to a form that was sent but not saved.
 */
export function useUnsavedGuard(answer?: Answer): void {
  const { current: forms } = useRef<Forms>({ edited: new Set() });
  forms.answer = answer;
  // Confirms here and not in the router's "blocked" state: data that arrives for the page would end that state.
  useBlocker(({ currentLocation, nextLocation }) => {
    const blocks =
      nextLocation.pathname !== currentLocation.pathname &&
      !isDiscarding(nextLocation.state) &&
      isUnsaved(forms) &&
      !confirm(question);
    if (blocks) undoSubmit(forms);
    return blocks;
  });
  useEffect(() => trackForms(forms), [forms]);
}

function isDiscarding(state: unknown): boolean {
  return typeof state === "object" && state !== null && "discarding" in state;
}

function isUnsaved({ edited, answer, previousAnswer }: Forms): boolean {
  return (answer && answer !== previousAnswer) || [...edited].some((form) => form.isConnected);
}

function undoSubmit(forms: Forms): void {
  if (forms.sent) forms.edited.add(forms.sent);
  delete forms.previousAnswer;
}

function trackForms(forms: Forms): () => void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  // Typed before hydration, or restored by the Back button.
  for (const form of document.forms)
    if (form.method === "post" && [...form.elements].some(isEdited)) forms.edited.add(form);
  const onForm = (event: "input" | "submit", note: (form: HTMLFormElement) => void) =>
    document.addEventListener(
      event,
      ({ target }) => {
        const form = target instanceof Element && target.closest("form");
        if (form && form.method === "post") note(form);
      },
      options,
    );
  onForm("input", (form) => forms.edited.add(form));
  onForm("submit", (form) => {
    forms.sent = forms.edited.delete(form) ? form : undefined;
    forms.previousAnswer = forms.answer;
  });
  addEventListener("beforeunload", (event) => isUnsaved(forms) && event.preventDefault(), options);
  return () => controller.abort();
}

/** Passwords don't count: browsers fill them in. */
function isEdited(field: Element): boolean {
  return (
    (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "password")) &&
    field.value !== field.defaultValue
  );
}
