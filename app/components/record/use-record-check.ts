import { useEffect, useRef, useState } from "react";
import type { Checked, Progress } from "./check-record.ts";

export type CheckState =
  | { step: "before"; mistake?: string }
  | { step: "running"; progress: Progress }
  | ({ step: "done" } & Checked)
  | { step: "failed"; message: string };

export const notLoaded = "The check could not be loaded. Reload the page and try again.";
// Its end is not shown: whoever stopped the check sees the form again.
const stopped = "The check was stopped.";
const atFirst: Progress = { done: 0, total: 0, waits: 0 };

/** One check at a time. Its code is loaded when it begins. */
export function useRecordCheck() {
  const [state, setState] = useState<CheckState>({ step: "before" });
  const request = useRef<AbortController>();
  useEffect(() => () => request.current?.abort(), []);
  const start = async (head: string) => {
    const { signal } = (request.current = new AbortController());
    const show = (next: CheckState) => {
      if (!signal.aborted) setState(next);
    };
    show({ step: "running", progress: atFirst });
    const loaded = await import("./check-record.ts").catch(() => null);
    if (loaded === null) return show({ step: "failed", message: notLoaded });
    const onProgress = (progress: Progress) => show({ step: "running", progress });
    const found = await loaded.checkRecord({ head, signal, onProgress }).catch(() => ({ failure: stopped }));
    if ("mistake" in found) show({ step: "before", mistake: found.mistake });
    else show("failure" in found ? { step: "failed", message: found.failure } : { step: "done", ...found });
  };
  const stop = () => {
    request.current?.abort();
    setState({ step: "before" });
  };
  return { state, start, stop };
}
