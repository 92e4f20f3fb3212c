import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** What each address last showed, for as long as the document lives. */
const lastKnown = new Map<string, unknown>();

/** A page's client loader: where the network is gone, the last data of this address rather than an error in its place. */
export async function orLastKnown({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const address = addressOf(new URL(request.url));
  try {
    const data = await serverLoader<unknown>();
    lastKnown.set(address, data);
    return data;
  } catch (error) {
    // fetch rejects with a TypeError; a redirect or a refusal is a Response.
    if (error instanceof TypeError && lastKnown.has(address)) return lastKnown.get(address);
    throw error;
  }
}

/**
 * The page's data, refetched every `ms` while the tab is visible, and at once when it becomes visible after longer than that.
 * By a fetcher: a revalidation of the page would put the scroll back to where it was before a card came in above.
 */
export function useRefreshed<Loader>(ms: number) {
  const loaded = useLoaderData<Loader>();
  const location = useLocation();
  const address = addressOf(location);
  const fetcher = useFetcher<Loader>({ key: `refresh ${location.key}` });
  const load = useRef(fetcher.load);
  useEffect(() => {
    load.current = fetcher.load;
  });
  useEffect(() => {
    if (!lastKnown.has(address)) lastKnown.set(address, loaded);
  }, [address, loaded]);
  useEffect(() => {
    let last = Date.now();
    const refreshIfDue = () => {
      if (document.hidden || Date.now() - last < ms) return;
      last = Date.now();
      load.current(address);
    };
    const timer = setInterval(refreshIfDue, ms / 2);
    document.addEventListener("visibilitychange", refreshIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfDue);
    };
  }, [address, ms]);
  return fetcher.data ?? loaded;
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  query.delete("_data");
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
