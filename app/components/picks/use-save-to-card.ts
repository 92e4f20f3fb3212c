import { type FormEvent, useEffect, useState } from "react";
import type { Stream } from "../../models/bets/stream.ts";
import { savedPicksApi } from "../../paths/paths.ts";
import { postToApi } from "../../browser/post-to-api.ts";

/** A fetcher would replace the whole page without a network, and its redirect would move the scroll. */
export function useSaveToCard(stream: Stream, pickId: number, added: readonly number[]) {
  const { path, idName } = savedPicksApi[stream];
  const [state, setState] = useState<"idle" | "busy" | "saved">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setState("idle"), [added]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    // A disabled button would lose the focus, and a failed save needs a retry.
    if (state === "busy") return;
    setState("busy");
    setProblem(null);
    const from = addressOf(window.location);
    const failure = await postToApi(path, { [idName]: pickId }, "Failed to add to card");
    setProblem(failure);
    setState(failure === null ? "saved" : "idle");
    if (failure === null) reload(from);
  };
  const justSaved = state === "saved";
  return { isSaved: justSaved || added.includes(pickId), justSaved, isBusy: state === "busy", problem, save };
}

/** Not when another page or filter is shown by now, or on its way. A revalidation would scroll back to where it began. */
function reload(from: string): void {
  const { state, navigate } = window.__remixRouter;
  const next = state.navigation.location ?? state.location;
  if (addressOf(next) === from) void navigate({ search: next.search }, { replace: true, preventScrollReset: true });
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}
