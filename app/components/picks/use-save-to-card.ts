import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import type { Stream } from "../../models/bets/stream.ts";
import { savedPicksApi } from "../../paths/paths.ts";
import { postToApi } from "../../browser/post-to-api.ts";

/** A fetcher would replace the whole page without a network, and its redirect would move the scroll. */
export function useSaveToCard(stream: Stream, pickId: number, added: readonly number[]) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLeaving = (useNavigation().location?.pathname ?? pathname) !== pathname;
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
    const failure = await postToApi(path, { [idName]: pickId }, "Failed to add to card");
    setProblem(failure);
    setState(failure === null ? "saved" : "idle");
  };
  const justSaved = state === "saved";
  useEffect(() => {
    // A revalidation would scroll back to where the member was when it began.
    if (justSaved && !isLeaving) navigate({ search }, { replace: true, preventScrollReset: true });
    // Once for each save.
  }, [justSaved]);
  return { isSaved: justSaved || added.includes(pickId), justSaved, isBusy: state === "busy", problem, save };
}
