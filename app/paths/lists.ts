/** The URLs that keep a place in a list. Pure. */
import { withQuery } from "./paths.ts";

/** `path` for what stands over a list or leads back to it: with the page of the list that `search` asks for and what it searches for. */
export function listPath(path: string, search: URLSearchParams | string, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search);
  return withQuery(path, "", { q: query.get("q") ?? "", page: query.get("page") ?? "", ...more });
}

/** The list at `path`, where it stood behind the form that was sent. */
export function backToList(path: string, { request }: { request: Pick<Request, "url"> }): string {
  return listPath(path, new URL(request.url).search);
}
