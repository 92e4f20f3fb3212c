import {
  home,
  offlinePath,
  overviewPath,
  pricingPath,
  privacyPath,
  responsibleGamingPath,
  termsPath,
} from "../paths/paths.ts";
import { freePickPath } from "../paths/free-pick.ts";
import { recordPath, scriptsParam, verifyPath } from "../paths/record.ts";
import { howItWorksPath } from "../paths/site-texts.ts";
import { statusPath } from "../paths/status.ts";

const slowNetworks = ["slow-2g", "2g", "3g"];

/** Client hints for Accept-CH. Browsers send Save-Data without being asked. */
export const requestedHints = "ECT";

/** Pages where the program's scripts have nothing to do. */
const stillPaths: readonly string[] = [
  home,
  pricingPath,
  howItWorksPath,
  freePickPath,
  termsPath,
  privacyPath,
  responsibleGamingPath,
  offlinePath,
  recordPath,
  overviewPath,
  statusPath,
];

/**
 * The scripts of a page. undefined: the program's, which are 30 times as large as the page. "own": only small ones
 * within the document. false: none, on a slow or metered connection, where pages are complete without. The check of the
 * record can do little without, so somebody there can ask for them.
 */
export function scriptsFor({ headers, url }: Request): "own" | false | undefined {
  const { pathname, searchParams } = new URL(url);
  if (pathname === verifyPath && searchParams.has(scriptsParam)) return undefined;
  if (headers.get("save-data") === "on" || slowNetworks.includes(headers.get("ect") ?? "")) return false;
  const isStill = stillPaths.includes(pathname) || pathname.startsWith(`${recordPath}/`);
  return isStill && pathname !== verifyPath ? "own" : undefined;
}
