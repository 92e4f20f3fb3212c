import { useLocation } from "@remix-run/react";
import { listPath } from "../../paths/lists.ts";

/** Gives the path of what stands over this page's list, or leads back to it, the list's place. */
export function useListPath(): (path: string) => string {
  const { search } = useLocation();
  return (path) => listPath(path, search);
}
