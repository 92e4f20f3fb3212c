import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FailedForm, PreviewedForm } from "../../doors/form-state.ts";

type Answer = FailedForm | PreviewedForm<unknown>;

interface Forms {
  /** Those that were typed into since they were sent. */
  typed: Set<HTMLFormElement>;
  /** What the last submit took from them. */
  sent?: HTMLFormElement;
  answer?: Answer;
  /** The answer that the last submit is to mend. */
  mended?: Answer;
}

/** The state of a link that says itself that what was typed is not wanted. */
export const discarding = { discarding: true };

const question = "Leave without saving? What you typed will be lost.";

/**
 * Asks before a page goes while one of its forms holds something that was typed and not saved: by a link, Back, another form, or a document
 * that is left. What stays on its path keeps its forms, so a filter or a page of a list asks nothing. `answer` is that of a form that was sent
 * and not saved.
 */
export function useUnsavedGuard(answer?: Answer): void {
  const { current: forms } = useRef<Forms>({ typed: new Set() });
  forms.answer = answer;
  // Asked here, not once the router's state says that it waits: what arrives for the page meanwhile would end that state, and the question with it.
  useBlocker(({ currentLocation, nextLocation }) => {
    const stays = nextLocation.pathname !== currentLocation.pathname && !isDiscarding(nextLocation.state) && isUnsaved(forms) && !confirm(question);
    if (stays) takeBack(forms);
    return stays;
  });
  useEffect(() => follow(forms), [forms]);
}

function isDiscarding(state: unknown): boolean {
  return typeof state === "object" && state !== null && "discarding" in state;
}

function isUnsaved({ typed, answer, mended }: Forms): boolean {
  return (answer && answer !== mended) || [...typed].some((form) => form.isConnected);
}

/** What was about to be sent stays on the page. */
function takeBack(forms: Forms): void {
  if (forms.sent) forms.typed.add(forms.sent);
  delete forms.mended;
}

function follow(forms: Forms): () => void {
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  // What was typed before the scripts were there, or is there again after Back.
  for (const form of document.forms) if (form.method === "post" && [...form.elements].some(isTyped)) forms.typed.add(form);
  const onForm = (event: "input" | "submit", note: (form: HTMLFormElement) => void) => document.addEventListener(event, ({ target }) => {
    const form = target instanceof Element && target.closest("form");
    if (form && form.method === "post") note(form);
  }, options);
  onForm("input", (form) => forms.typed.add(form));
  onForm("submit", (form) => {
    forms.sent = forms.typed.delete(form) ? form : undefined;
    forms.mended = forms.answer;
  });
  addEventListener("beforeunload", (event) => isUnsaved(forms) && event.preventDefault(), options);
  return () => stopped.abort();
}

/** A browser fills in passwords by itself. */
function isTyped(field: Element): boolean {
  return (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "password")) && field.value !== field.defaultValue;
}
