/** Counts the answered requests for the page "Status". The guard tells of each by a channel. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { isAboutNothing, refusedKindOf } from "../http/answers.server.ts";
import { type RequestEnd, requestEnds } from "../log.server.ts";
import { noteAnswered } from "../models/status/requests.server.ts";

export function startCountingRequests(): () => void {
  subscribe(requestEnds.name, note);
  return () => unsubscribe(requestEnds.name, note);
}

function note(message: unknown): void {
  if (!isRequestEnd(message)) return;
  const { method, route, status, ms } = message;
  noteAnswered({ method, route: isAboutNothing(status) ? null : route, ms, refused: refusedKindOf(method, status) });
}

function isRequestEnd(message: unknown): message is RequestEnd {
  return typeof message === "object" && message !== null && "ms" in message && "route" in message;
}
