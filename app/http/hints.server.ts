import { offlinePath } from "../paths/paths.ts";
import { isStillPath, scriptsParam, verifyPath } from "../paths/record.ts";

const slowNetworks = ["slow-2g", "2g", "3g"];

/** Client hints for Accept-CH. Browsers send Save-Data without being asked. */
export const requestedHints = "ECT";

/**
 * False on a slow or metered connection: pages are complete without scripts, which are 30 times their size. False for the offline page too, which
 * must not need another file, and where scripts have nothing to do. True where somebody asks for them on the one page that can do little without.
 */
export function wantsScripts({ headers, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  if (pathname === verifyPath && searchParams.has(scriptsParam)) return true;
  return (
    pathname !== offlinePath &&
    !isStillPath(pathname) &&
    headers.get("save-data") !== "on" &&
    !slowNetworks.includes(headers.get("ect") ?? "")
  );
}
