import { offlinePath } from "../paths/paths.ts";

const slowNetworks = ["slow-2g", "2g", "3g"];

/** What browsers are asked to say of themselves; Save-Data comes unasked. */
export const requestedHints = "ECT";

/**
 * False where the browser says that its network is slow or dear: a page is complete without its scripts, and they are 30 times its size.
 * False for the page that is shown without a network, too, which must need no other file.
 */
export function wantsScripts({ headers, url }: Request): boolean {
  return new URL(url).pathname !== offlinePath && headers.get("save-data") !== "on" && !slowNetworks.includes(headers.get("ect") ?? "");
}
