import { useFetcher } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useEffect, useRef } from "react";
import type { FailedForm, PreviewedForm } from "../../http/form-state.ts";
import type { LearnList, LearnPreview } from "../../models/content/learn.server.ts";
import { learnPreviewPath } from "../../paths/learn.ts";

export type LearnAnswer = FailedForm | PreviewedForm<LearnPreview>;

const pauseMs = 400;

/** An open preview follows the typing until the list is saved. Without scripts the Preview button posts the form. */
export function useLearnPreview({ kind, version }: LearnList, answer: LearnAnswer | undefined) {
  const fetcher = useFetcher<LearnAnswer>({ key: `preview of ${kind} ${version}` });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const preview = fetcher.data ?? (answer && "outcome" in answer ? answer : undefined);
  const requestPreview = (form: HTMLFormElement) =>
    fetcher.submit(new FormData(form), { method: "post", action: learnPreviewPath });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    preview,
    showPreview: (event: MouseEvent<HTMLButtonElement>) => {
      if (!event.currentTarget.form) return;
      event.preventDefault();
      requestPreview(event.currentTarget.form);
    },
    followTyping: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      clearTimeout(timer.current);
      if (preview) timer.current = setTimeout(() => requestPreview(currentTarget), pauseMs);
    },
  };
}
