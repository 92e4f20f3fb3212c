import { useLocation } from "@remix-run/react";
import { listPath } from "../../paths/lists.ts";

/** Adds this list's query to a path that opens over the list, or returns to it. */
export function useListPath(): (path: string) => string {
  const { search } = useLocation();
  return (path) => listPath(path, search);
}
