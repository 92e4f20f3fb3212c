import { useRevalidator } from "@remix-run/react";
import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import type { Stream } from "../../models/picks/pick.ts";
import { savedPicksApi } from "../../paths/paths.ts";
import { postToApi } from "../shared/post-to-api.ts";

/** Saves a pick through the API. Not a fetcher: one that finds no network replaces the whole page, and its redirect moves the scroll. */
export function useSaveToCard(stream: Stream, pickId: number, added: readonly number[]) {
  const { revalidate } = useRevalidator();
  const { path, idName } = savedPicksApi[stream];
  const [state, setState] = useState<"idle" | "busy" | "saved">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  // Whatever the server lists is newer than what this button remembers.
  useEffect(() => setState("idle"), [added]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    // Not a disabled button: that would take the focus away from whoever may have to try again.
    if (state === "busy") return;
    setState("busy");
    setProblem(null);
    const found = await postToApi(path, { [idName]: pickId }, "Failed to add to card");
    setProblem(found);
    setState(found === null ? "saved" : "idle");
    if (found === null) revalidate();
  };
  return { saved: state === "saved" || added.includes(pickId), problem, save };
}
