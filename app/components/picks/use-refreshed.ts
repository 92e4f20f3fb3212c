import { type ClientLoaderFunctionArgs, useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showAsOf } from "../../browser/offline.ts";
import { autoReloadParameter, autoReloadPath, withQuery } from "../../paths/paths.ts";

/** The last data of each address, until the document is left. */
const lastData = new Map<string, { data: unknown; at: number }>();

/**
 * A client loader that falls back to the last data of the address when the network or the server is down, with the same
 * "as of" line as the service worker's copies (public/sw.js).
 */
export async function loadOrLastData({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const address = addressOf(new URL(request.url));
  try {
    const data = await serverLoader<unknown>();
    // A captive portal answered with its own page.
    if (versionOf(data) === null) throw new TypeError("fetch");
    lastData.set(address, { data, at: Date.now() });
    showAsOf(null);
    return data;
  } catch (error) {
    const last = lastData.get(address);
    // Redirects and refusals are Responses; temporary ones have Retry-After. A TypeError means no network, any other
    // error a failing server or proxy.
    if (!last || (error instanceof Response && !error.headers.has("Retry-After"))) throw error;
    showAsOf(last.at, !(error instanceof TypeError));
    return last.data;
  }
}

/**
 * The page's data. While the tab is visible, checks `versionPath` every `ms` and refetches when the version changed; a hidden
 * tab checks as soon as it is visible again. Uses a fetcher because a revalidation would reset the scroll.
 */
export function useListRefresh<Loader extends (args: never) => unknown>(ms: number, versionPath: string) {
  const loaded = useLoaderData<Loader>();
  const location = useLocation();
  const address = addressOf(location);
  const fetcher = useFetcher<Loader>({ key: `refresh ${location.key}` });
  const data = fetcher.data ?? loaded;
  const wasUnreachable = useRef(false);
  const refresh = useRef(async () => {});
  useEffect(() => {
    refresh.current = async () => {
      const current = versionOf(data);
      const version = await fetchVersion(versionPath, current);
      const isUnchanged = version !== null && version === current;
      // Without an answer, loading the data shows the problem; the first answer after that must clear it.
      if (!isUnchanged || wasUnreachable.current) fetcher.load(autoReloadPath(location.pathname, location.search));
      wasUnreachable.current = version === null;
    };
  });
  useEffect(() => {
    if (versionOf(lastData.get(address)?.data) !== versionOf(data)) lastData.set(address, { data, at: Date.now() });
  }, [address, data]);
  useEffect(() => {
    let last = Date.now();
    const refreshIfDue = () => {
      // abs: the clock may be set back.
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

/** Null without an answer. An unchanged version comes back as an ETag alone. */
async function fetchVersion(path: string, current: string | null): Promise<string | null> {
  const tag = `"${current}"`;
  try {
    const answer = await fetch(path, { headers: { "If-None-Match": tag } });
    // Read even an empty body: until then the browser keeps the request open.
    const text = await answer.text();
    if (answer.headers.get("ETag") === tag) return current;
    return answer.ok ? versionOf(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

function versionOf(data: unknown): string | null {
  return typeof data === "object" && data !== null && "version" in data && typeof data.version === "string"
    ? data.version
    : null;
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return withQuery(pathname, search, { _data: "", [autoReloadParameter]: "" });
}
