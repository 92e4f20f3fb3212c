import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { autoParameter, autoPath, withQuery } from "../../paths/paths.ts";

/** What each address last showed, for as long as the document lives. */
const lastKnown = new Map<string, { data: unknown; at: number }>();

/**
 * A page's client loader: where the network or the server is gone, the last data of this address rather than an error in its place, with the same
 * line as the worker's copies have (public/sw.js).
 */
export async function orLastKnown({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const address = addressOf(new URL(request.url));
  try {
    const data = await serverLoader<unknown>();
    // A page of the network's own, as of one that asks its readers to sign in.
    if (versionOf(data) === null) throw new TypeError("fetch");
    lastKnown.set(address, { data, at: Date.now() });
    import("../../browser/offline.ts").then(({ showAsOf }) => showAsOf(null), () => null);
    return data;
  } catch (error) {
    const known = lastKnown.get(address);
    // A redirect or a refusal is a Response, one for now alone has Retry-After. fetch rejects with a TypeError; any other error is of a server that is not well, or of a proxy without one.
    if (!known || (error instanceof Response && !error.headers.has("Retry-After"))) throw error;
    import("../../browser/offline.ts").then(({ showAsOf }) => showAsOf(known.at, !(error instanceof TypeError)), () => null);
    return known.data;
  }
}

/**
 * The page's data, refetched every `ms` while the tab is visible, and at once when it becomes visible after longer than that; only where
 * the version that is asked for at `versionPath` is another. By a fetcher: a revalidation of the page would put the scroll back to where it
 * was before a card came in above.
 */
export function useListRefresh<Loader extends (args: never) => unknown>(ms: number, versionPath: string) {
  const loaded = useLoaderData<Loader>();
  const location = useLocation();
  const address = addressOf(location);
  const fetcher = useFetcher<Loader>({ key: `refresh ${location.key}` });
  const data = fetcher.data ?? loaded;
  const lost = useRef(false);
  const refresh = useRef(async () => {});
  useEffect(() => {
    refresh.current = async () => {
      const known = versionOf(data);
      const version = await askVersion(versionPath, known);
      const isCurrent = version !== null && version === known;
      // Without an answer loading the page's data says what is wrong; the first answer after that has to say that all is well.
      if (!isCurrent || lost.current) fetcher.load(autoPath(location.pathname, location.search));
      lost.current = version === null;
    };
  });
  useEffect(() => {
    if (versionOf(lastKnown.get(address)?.data) !== versionOf(data)) lastKnown.set(address, { data, at: Date.now() });
  }, [address, data]);
  useEffect(() => {
    let last = Date.now();
    const refreshIfDue = () => {
      // Either way: a clock may be set back.
      if (document.hidden || Math.abs(Date.now() - last) < ms) return;
      last = Date.now();
      void refresh.current();
    };
    const timer = setInterval(refreshIfDue, ms / 2);
    document.addEventListener("visibilitychange", refreshIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfDue);
    };
  }, [ms]);
  return data;
}

/** The version that there is now; null without an answer. Where it is the known one, the answer says no more than its name. */
async function askVersion(path: string, known: string | null): Promise<string | null> {
  const tag = `"${known}"`;
  try {
    const answer = await fetch(path, { headers: { "If-None-Match": tag } });
    // Read even where it is empty: until then a browser takes the request for unfinished.
    const text = await answer.text();
    if (answer.headers.get("ETag") === tag) return known;
    return answer.ok ? versionOf(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

function versionOf(data: unknown): string | null {
  return typeof data === "object" && data !== null && "version" in data && typeof data.version === "string" ? data.version : null;
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return withQuery(pathname, search, { _data: "", [autoParameter]: "" });
}
