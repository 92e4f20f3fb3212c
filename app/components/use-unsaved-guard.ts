import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FailedForm, TriedForm } from "../form-state.ts";

type Answer = FailedForm | TriedForm<unknown>;

const question = "Leave without saving? What you typed will be lost.";

/**
 * Asks before a page goes while one of its forms holds something that was typed and not saved: by a link, Back, another form, or a document
 * that is left. What stays on its path keeps its forms, so a filter or a page of a list asks nothing. `answer` is that of a form that was sent
 * and not saved.
 */
export function useUnsavedGuard(answer?: Answer): void {
  const { isUnsaved, takeBack } = useTypedForms(answer);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname && isUnsaved());
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    // After Back the browser has yet to return to this page's place in its history: a navigation at once would get lost in that.
    if (confirm(question)) setTimeout(blocker.proceed);
    else {
      takeBack();
      blocker.reset();
    }
  }, [blocker, takeBack]);
}

interface TypedForms {
  /** Forms that were typed into since they were sent. */
  typed: Set<HTMLFormElement>;
  /** What the last submit took from them. */
  sent: HTMLFormElement | null;
  answer: Answer | undefined;
  /** What the last submit is to mend. */
  mended: Answer | undefined;
}

function useTypedForms(answer: Answer | undefined) {
  const { current: forms } = useRef<TypedForms>({ typed: new Set(), sent: null, answer, mended: undefined });
  forms.answer = answer;
  useEffect(() => follow(forms), [forms]);
  return useRef({ isUnsaved: () => isUnsaved(forms), takeBack: () => takeBack(forms) }).current;
}

function follow(forms: TypedForms): () => void {
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (form?.method === "post") forms.typed.add(form);
  }, options);
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
    forms.sent = forms.typed.delete(target) ? target : null;
    forms.mended = forms.answer;
  }, options);
  addEventListener("beforeunload", (event) => isUnsaved(forms) && event.preventDefault(), options);
  return () => stopped.abort();
}

function isUnsaved({ typed, answer, mended }: TypedForms): boolean {
  return (answer !== undefined && answer !== mended) || [...typed].some((form) => form.isConnected);
}

/** What was about to be sent stays on the page. */
function takeBack(forms: TypedForms): void {
  if (forms.sent) forms.typed.add(forms.sent);
  forms.mended = undefined;
}
