/** URLs that several files use or that have parameters. Pure. */
import { type Someone, isLapsed, isStaff } from "../policy.ts";
import type { Stream } from "../models/bets/stream.ts";

export const home = "/";
export const pricingPath = "/pricing";
export const signUpPath = "/signup";
export const forgotPasswordPath = "/forgot-password";
export const verifyCodePath = "/verify-otp";
export const affiliateRequestPath = "/affiliate-signup";
export const checkoutPath = "/checkout";
export const demoCheckoutPath = "/demo/checkout";
export const termsPath = "/terms";
export const privacyPath = "/privacy";
export const responsibleGamingPath = "/responsible-gaming";
export const overviewPath = "/admin/overview";
export const usersManagerPath = "/admin/users";
export const affiliatesManagerPath = "/admin/affiliates";
export const signInPath = "/login";
export const staffSignInPath = "/admin-login";
export const dashboardPath = "/dashboard";
export const adminPath = "/admin";
export const cardPath = "/my-card";
export const learnPath = "/learn";
/** Cached by the service worker, shown without a network. */
export const offlinePath = "/offline";
export const settingsPath = "/settings";
export const profilePath = "/profile";
export const changePasswordPath = "/profile/password";
export const ownSessionsPath = "/profile/sessions";
/** Where a member takes a break from picks. */
export const breakPath = "/profile/break";
export const twoFactorPath = "/profile/two-factor";
export const signInCodePath = "/login-code";
export const resendConfirmationPath = "/profile/confirm";
export const ownDataPath = "/profile/data";
export const billingPath = "/profile/billing";
export const closeAccountPath = "/profile/close";
export const keepAccountPath = "/profile/keep";
export const cancelMembershipPath = "/profile/cancel";
/** Return URL of the payment page. */
export const renewedPath = "/profile/renewed";
export const passwordFormPath = `${profilePath}#password`;
export const closedSectionPath = `${profilePath}#closed`;
export const membershipSectionPath = `${profilePath}#membership`;
export const ownSessionsSectionPath = `${profilePath}#sessions`;

/** `back` = the page that was opened signed out. */
export function afterSignInPath(person: Someone, back: string | undefined): string {
  if (person.twoFactorDue) return twoFactorPath;
  if (back !== undefined) return back;
  return isStaff(person) ? adminPath : memberHome(person);
}

/** The profile for lapsed members and those on a break, Today's Picks for everyone else. */
export function memberHome(person: Someone | null): string {
  return person !== null && isLapsed(person) ? profilePath : dashboardPath;
}

export function managerPath(stream: Stream): string {
  return stream === "regular" ? "/admin/picks" : "/admin/propicks";
}

export function editPickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}/${id}`;
}

export function deletePickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}/${id}/delete`;
}

/** The form for the pick after that one, with the same sport, tag, date and time. */
export function nextPickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}?after=${id}`;
}

/** The form with a copy of that pick. */
export function copyPickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}?copy=${id}`;
}

/** A CSV file of all picks of a stream. */
export function allPicksFilePath(stream: Stream): string {
  return `${managerPath(stream)}.csv?list=all`;
}

/** A CSV file of the open picks, or of the resolved ones that `search` filters. */
export function picksFilePath(stream: Stream, list: "open" | "resolved", search: string): string {
  return withQuery(`${managerPath(stream)}.csv`, list === "open" ? "" : search, {
    page: "",
    after: "",
    copy: "",
    list,
  });
}

export function importPath(stream: Stream): string {
  return `${managerPath(stream)}/import`;
}

/** `page` of the drafts, which a refused review shows again. */
export function reviewPath(stream: Stream, page = 1): string {
  return withQuery(`${managerPath(stream)}/review`, "", { drafts: page === 1 ? "" : String(page) });
}

/** The page that mails a code for a new password, with the email filled in. */
export function setPasswordPath(email: string): string {
  return withQuery(forgotPasswordPath, "", { email });
}

export function openPicksPath(stream: Stream): string {
  return stream === "regular" ? dashboardPath : "/propicks";
}

/** Returns the version of a list of open picks, for cheap polling. */
export function versionPath(stream: Stream): string {
  return stream === "pro" ? "/api/propicks/version" : "/api/picks/version";
}

export function isVersionPath(path: string): boolean {
  return path === versionPath("regular") || path === versionPath("pro");
}

/** Marks automatic reloads, which do not extend the session. */
export const autoReloadParameter = "auto";

export function autoReloadPath(pathname: string, search: string): string {
  return withQuery(pathname, search, { [autoReloadParameter]: "1" });
}

export function openPickPath(stream: Stream, url: string, id: number): string {
  return `${openPicksPath(stream)}${new URL(url).search}#${pickAnchor(id)}`;
}

/** Works signed out: the token identifies the member. With a kind it stops that kind's mails alone. */
export function unsubscribePath(token: string, kind: string | null): string {
  return kind === null ? `/unsubscribe/${token}` : `/unsubscribe/${token}?kind=${kind}`;
}

/** Works signed out: the token identifies the address. */
export function confirmEmailPath(token: string): string {
  return `/confirm-email/${token}`;
}

/** What the lists of open picks remember for the next visit. */
export const openListChoices = ["sort", "sport"] as const;

export function pickAnchor(id: number): string {
  return `pick-${id}`;
}

/** The id of a pick's row in the staff's tables. */
export function pickRowId(id: number): string {
  return `p${id}`;
}

/** The staff's list at `path`, at the row of that pick. */
export function atPickRow(path: string, id: number): string {
  return `${path}#${pickRowId(id)}`;
}

export function cardTabPath(tab: "picks" | "results", stream: Stream): string {
  return withQuery(cardPath, "", { tab: tab === "picks" ? "" : tab, stream: stream === "regular" ? "" : stream });
}

export function removeSavedPath(id: number): string {
  return `${cardPath}/${id}/remove`;
}

export function ownLinePath(id: number): string {
  return `${cardPath}/${id}/line`;
}

export const cardFilePath = "/my-card.csv";

export const savedPicksApi = {
  regular: { path: "/api/member-picks", idName: "pick_id" },
  pro: { path: "/api/member-propicks", idName: "propick_id" },
} as const;

/** True if the visitor turned off automatic reloads (used without scripts). */
export function isReloadOff(search: string): boolean {
  return search.includes("refresh=off");
}

/** `path` with the list's filter and page from `search`. */
export function listPath(
  path: string,
  search: URLSearchParams | string,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(search);
  const kept = ["q", "league", "start", "end", "page"].map((name) => [name, query.get(name) ?? ""]);
  return withQuery(path, "", { ...Object.fromEntries(kept), ...more });
}

/** The list at `path`, as it was when the submitted form was opened. */
export function backToList(path: string, { request }: { request: Pick<Request, "url"> }): string {
  return listPath(path, new URL(request.url).search);
}

/** An empty value removes its parameter. */
export function withQuery(
  pathname: string,
  search: URLSearchParams | string,
  changes: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}
