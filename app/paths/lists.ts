/** URLs that keep the page and search of a list. Pure. */
import { withQuery } from "./paths.ts";

/** `path` with the list's `page` and `q` from `search`. */
export function listPath(
  path: string,
  search: URLSearchParams | string,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(search);
  return withQuery(path, "", { q: query.get("q") ?? "", page: query.get("page") ?? "", ...more });
}

/** The list at `path`, as it was when the submitted form was opened. */
export function backToList(path: string, { request }: { request: Pick<Request, "url"> }): string {
  return listPath(path, new URL(request.url).search);
}
