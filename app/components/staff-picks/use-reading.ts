import { type RefObject, useEffect, useRef, useState } from "react";
import type { ChosenPick } from "../../models/picks/chosen-pick.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import type { Notice } from "../../session/notice.ts";

const pauseMs = 500;

/**
 * Asks the server after each pause in typing how it reads the form, in words. The code for that is loaded on first use.
 */
export function useReading(
  stream: Stream,
  editing: ChosenPick | null,
  notice: Notice | null,
  form: RefObject<HTMLFormElement>,
) {
  const [reading, setReading] = useState(editing?.reading ?? "");
  const request = useRef<AbortController>();
  useEffect(() => {
    setReading(editing?.reading ?? "");
    return () => request.current?.abort();
  }, [editing, notice]);
  const readSoon = () => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setTimeout(async () => {
      if (signal.aborted) return;
      const loaded = await import("./fetch-reading.ts").catch(() => null);
      const text = loaded && form.current && (await loaded.fetchReading(stream, form.current, editing?.id, signal));
      if (typeof text === "string" && !signal.aborted) setReading(text);
    }, pauseMs);
  };
  return { reading, readSoon };
}
