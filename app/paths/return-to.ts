/** The pages to which a sign-in leads back. Pure. */
import { cardPath, dashboardPath, learnPath, openPicksPath, profilePath, settingsPath } from "./paths.ts";

const titles: Readonly<Record<string, string>> = {
  [dashboardPath]: "Today's Picks",
  [openPicksPath("pro")]: "Pro Picks",
  "/history": "Pick History",
  "/propicks-history": "Pro Pick History",
  [cardPath]: "My Card",
  [learnPath]: "Learn",
  [settingsPath]: "Settings",
  [profilePath]: "your profile",
};
const longest = 500;

export interface ReturnTo {
  /** The path with its query. */
  path: string;
  title: string;
}

/** Null for an address that is none of these pages. */
export function returnTo(address: string): ReturnTo | null {
  const { pathname, search } = new URL(address, "http://site.invalid");
  const title = titles[pathname];
  return title === undefined || search.length > longest ? null : { path: pathname + search, title };
}
