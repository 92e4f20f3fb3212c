/** The URLs that more than one place names, those with a parameter, and where people land. Pure. */
import type { Someone } from "../policy.ts";
import { isLapsed, isStaff } from "../policy.ts";
import type { Stream } from "../models/picks/pick.ts";

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
export const usersManagerPath = "/admin/users";
export const affiliatesManagerPath = "/admin/affiliates";
export const auditPath = "/admin/audit";
export const auditFilePath = `${auditPath}.csv`;
export const signInPath = "/login";
export const staffSignInPath = "/admin-login";
export const dashboardPath = "/dashboard";
export const adminPath = "/admin";
export const cardPath = "/my-card";
export const learnPath = "/learn";
export const learnManagerPath = "/admin/learn";
export const sidebarManagerPath = "/admin/sidebar";
export const learnPreviewPath = "/admin/learn/preview";
export const restoreLearnPath = "/admin/learn/restore";
export const restoreSidebarPath = "/admin/sidebar/restore";
/** Kept on the device, for when the network is gone. */
export const offlinePath = "/offline";
export const settingsPath = "/settings";
export const profilePath = "/profile";
export const changePasswordPath = "/profile/password";
export const ownSessionsPath = "/profile/sessions";
export const twoFactorPath = "/profile/two-factor";
/** Where the code is asked for after the password. */
export const signInCodePath = "/login-code";
/** Where the profile sends the link again that confirms the e-mail. */
export const askToConfirmPath = "/profile/confirm";
export const billingPath = "/profile/billing";
/** Where a member comes back to from the payment page. */
export const renewedPath = "/profile/renewed";
/** The second form of the profile page: without scripts the browser scrolls to it. */
export const passwordFormPath = `${profilePath}#password`;
export const ownSessionsPartPath = `${profilePath}#sessions`;

/** Where a person lands after signing in. */
export function landingOf(person: Someone): string {
  if (person.twoFactorDue) return twoFactorPath;
  return isStaff(person) ? adminPath : memberHome(person);
}

/** The member page that is open to a person in any case. */
export function memberHome(person: Someone | null): string {
  return person !== null && isLapsed(person) ? profilePath : dashboardPath;
}

/** The manager of a stream's picks. */
export function managerPath(stream: Stream): string {
  return stream === "regular" ? "/admin/picks" : "/admin/propicks";
}

export function editPickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}/${id}`;
}

export function deletePickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}/${id}/delete`;
}

/** The page of a stream's open picks. */
export function openPicksPath(stream: Stream): string {
  return stream === "regular" ? dashboardPath : "/propicks";
}

/** Where to ask whether a list of open picks is still right. */
export function versionPath(stream: Stream): string {
  return stream === "pro" ? "/api/propicks/version" : "/api/picks/version";
}

export function isVersionPath(path: string): boolean {
  return path === versionPath("regular") || path === versionPath("pro");
}

/** In the query of a page that reloads itself: nobody did it, so no session goes on by it. */
export const autoParameter = "auto";

/** The same page, reloaded by itself. */
export function autoPath(pathname: string, search: string): string {
  return withQuery(pathname, search, { [autoParameter]: "1" });
}

/** The same page of open picks as `url`, with its filters, at one pick. */
export function openPickPath(stream: Stream, url: string, id: number): string {
  return `${openPicksPath(stream)}${new URL(url).search}#${pickAnchor(id)}`;
}

/** What the unsubscribe link of a mail leads to. The token says who: it works signed out. */
export function unsubscribePath(token: string): string {
  return `/unsubscribe/${token}`;
}

/** What the link of a mail leads to that confirms the address. The token says whose: it works signed out. */
export function confirmEmailPath(token: string): string {
  return `/confirm-email/${token}`;
}

/** The id of a pick's card on its page. */
export function pickAnchor(id: number): string {
  return `pick-${id}`;
}

/** A tab of My Card. */
export function cardTabPath(tab: "picks" | "results", stream: Stream): string {
  return withQuery(cardPath, "", { tab: tab === "picks" ? "" : tab, stream: stream === "regular" ? "" : stream });
}

export function removeSavedPath(id: number): string {
  return `${cardPath}/${id}/remove`;
}

/** Where the API keeps a stream's saved picks, and what it calls their ids. */
export const savedPicksApi = {
  regular: { path: "/api/member-picks", idName: "pick_id" },
  pro: { path: "/api/member-propicks", idName: "propick_id" },
} as const;

/** True where a page that would reload by itself without scripts was asked not to. */
export function isReloadOff(search: string): boolean {
  return search.includes("refresh=off");
}

/** The same page with some query parameters changed; an empty value removes its parameter. */
export function withQuery(pathname: string, search: URLSearchParams | string, changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}
