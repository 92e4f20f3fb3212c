import { useFetcher } from "@remix-run/react";
import type { FormEvent, MouseEvent } from "react";
import { useEffect, useRef } from "react";
import type { FailedForm, PreviewedForm } from "../../doors/form-state.ts";
import type { LearnList, LearnPreview } from "../../models/content/learn.server.ts";
import { learnPreviewPath } from "../../paths/paths.ts";

/** What the server says about a list that was sent: why it was not taken, or what it looks like. */
export type LearnAnswer = FailedForm | PreviewedForm<LearnPreview>;

const pauseMs = 400;

/** The Preview button without leaving the page; once there is a preview it follows the typing, until the list is saved. Without scripts the button posts the form. */
export function useLearnPreview({ kind, version }: LearnList, answer: LearnAnswer | undefined) {
  const fetcher = useFetcher<LearnAnswer>({ key: `preview of ${kind} ${version}` });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const preview = fetcher.data ?? (answer && "outcome" in answer ? answer : undefined);
  const ask = (form: HTMLFormElement) => fetcher.submit(new FormData(form), { method: "post", action: learnPreviewPath });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    preview,
    showPreview: (event: MouseEvent<HTMLButtonElement>) => {
      if (!event.currentTarget.form) return;
      event.preventDefault();
      ask(event.currentTarget.form);
    },
    followTyping: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      clearTimeout(timer.current);
      if (preview) timer.current = setTimeout(() => ask(currentTarget), pauseMs);
    },
  };
}
