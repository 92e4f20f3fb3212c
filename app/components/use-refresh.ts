import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Refetches the page's data every `ms` while the tab is visible, and at once when it becomes visible after longer than that. */
export function useRefresh(ms: number) {
  const { revalidate, state } = useRevalidator();
  const refetch = useRef(revalidate);
  const idle = useRef(true);
  useEffect(() => {
    refetch.current = revalidate;
    idle.current = state === "idle";
  });
  useEffect(() => {
    let last = Date.now();
    const refreshIfDue = () => {
      if (document.hidden || !idle.current || Date.now() - last < ms) return;
      last = Date.now();
      refetch.current();
    };
    const timer = setInterval(refreshIfDue, ms / 2);
    document.addEventListener("visibilitychange", refreshIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfDue);
    };
  }, [ms]);
}
