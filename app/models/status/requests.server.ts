/** The requests of this process. */
import { type Answered, type RequestFigures, requestCounts } from "./requests.ts";

const counts = requestCounts();

export function noteAnswered(answered: Answered): void {
  counts.note(answered, Date.now());
}

/** A form or call that another site's page sent. Its status alone does not tell. */
export function noteForeign(method: string, route: string): void {
  counts.noteForeign(method, route, Date.now());
}

export function readRequests(now: Date): RequestFigures {
  return counts.read(now.getTime());
}
