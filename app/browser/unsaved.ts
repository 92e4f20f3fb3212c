/** Whether a page has unsaved input. Loaded after the page: nobody types and leaves in the first moments. */
import type { Location } from "@remix-run/react";
import type { FailedForm, PreviewedForm } from "../http/form-state.ts";

export type Answer = FailedForm | PreviewedForm<unknown>;

export interface Forms {
  /** Edited since they were last sent. */
  edited: Set<HTMLFormElement>;
  /** The edited form that was sent last. */
  sent?: HTMLFormElement;
  answer?: Answer;
  /** The answer on the page when the last form was sent. */
  previousAnswer?: Answer;
}

const question = "Leave without saving? What you typed will be lost.";

/** Asks for confirmation where something would be lost. True when the person stays. */
export function holdsBack(forms: Forms, current: Location, next: Location): boolean {
  const holds = !keepsForms(current, next) && !isDiscarding(next.state) && isUnsaved(forms) && !confirm(question);
  if (holds) undoSubmit(forms);
  return holds;
}

/** The pick that a new one follows or copies fills the form anew. */
function keepsForms(current: Location, next: Location): boolean {
  const template = ({ search }: Location) => /(after|copy)=\d+/.exec(search)?.[0];
  return next.pathname === current.pathname && template(next) === template(current);
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

/** Runs until `signal` ends it. It also finds what was typed before. */
export function trackForms(forms: Forms, signal: AbortSignal): void {
  const options = { capture: true, signal };
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
}

/** Passwords don't count: browsers fill them in. */
function isEdited(field: Element): boolean {
  return (
    (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "password")) &&
    field.value !== field.defaultValue
  );
}
