/** Every URL that is more than a constant, and where people land. Pure. */
import type { Someone } from "./policy.ts";
import { isLapsed, isStaff } from "./policy.ts";
import type { Stream } from "./models/pick.ts";

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
export const addAffiliatePath = `${affiliatesManagerPath}/new`;
export const affiliatesFilePath = `${affiliatesManagerPath}.csv`;
export const payoutsPath = `${affiliatesManagerPath}/payouts`;
export const confirmPayoutPath = `${payoutsPath}/confirm`;
export const signInPath = "/login";
export const staffSignInPath = "/admin-login";
export const dashboardPath = "/dashboard";
export const adminPath = "/admin";
export const cardPath = "/my-card";
export const learnPath = "/learn";
export const learnManagerPath = "/admin/learn";
export const learnPreviewPath = "/admin/learn/preview";
export const settingsPath = "/settings";
export const profilePath = "/profile";
export const changePasswordPath = "/profile/password";
export const billingPath = "/profile/billing";
/** Where a member comes back to from the payment page. */
export const renewedPath = "/profile/renewed";
/** The second form of the profile page: without scripts the browser scrolls to it. */
export const passwordFormPath = `${profilePath}#password`;

/** Where a person lands after signing in. */
export function landingOf(person: Someone): string {
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

/** The page of a user's account, or of one of the forms on it. */
export function userPath(id: number, form: "" | "/role" | "/status" | "/password" | "/delete" = ""): string {
  return `${usersManagerPath}/${id}${form}`;
}

/** The list of users as `search` asks for it, for what was opened from there. */
export function usersListPath(search: URLSearchParams | string): string {
  const query = new URLSearchParams(search);
  return withQuery(usersManagerPath, "", { q: query.get("q") ?? "", page: query.get("page") ?? "" });
}

/** The form of a user in the list of users, which leads back to the list as `search` asks for it. */
export function inUsersList(id: number, form: "/status" | "/delete", search: URLSearchParams | string): string {
  const query = new URLSearchParams(search);
  return withQuery(userPath(id, form), "", { q: query.get("q") ?? "", page: query.get("page") ?? "", from: "list" });
}

/** Where a form of a user leads that was sent to `url`: to the list if it stood there, else to the user. */
export function afterUserForm(id: number, url: string): string {
  const { searchParams } = new URL(url);
  return searchParams.get("from") === "list" ? usersListPath(searchParams) : userPath(id);
}

/** What staff do with one affiliate. */
export function affiliatePath(id: number, step: "edit" | "delete" | "renew"): string {
  return `${affiliatesManagerPath}/${id}/${step}`;
}

/** The two answers to a request to become an affiliate. */
export function affiliateRequestAnswerPath(id: number, answer: "approve" | "dismiss"): string {
  return `${affiliatesManagerPath}/requests/${id}/${answer}`;
}

/** The lines of a payout, as a file. */
export function payoutFilePath(id: number): string {
  return `${payoutsPath}/${id}.csv`;
}

/** The link that an affiliate gives away. */
export function referralLink(origin: string, code: string): string {
  return `${origin}${signUpPath}?ref=${code}`;
}

/** An affiliate's own page. */
export function partnerPath(token: string): string {
  return `/partners/${token}`;
}

/** The months of that page, as a file. */
export function partnerMonthsPath(token: string): string {
  return `${partnerPath(token)}/months.csv`;
}

/** A path as a log may hold it: without the secret that opens an affiliate's page. */
export function loggedPath(pathname: string): string {
  return pathname.replace(/^(\/+partners\/+)[^/]+/i, "$1…");
}

/** The page of a stream's open picks. */
export function openPicksPath(stream: Stream): string {
  return stream === "regular" ? dashboardPath : "/propicks";
}

/** The same page of open picks as `url`, with its filters, at one pick. */
export function openPickPath(stream: Stream, url: string, id: number): string {
  return `${openPicksPath(stream)}${new URL(url).search}#${pickAnchor(id)}`;
}

/** What the unsubscribe link of a mail leads to. The token says who: it works signed out. */
export function unsubscribePath(token: string): string {
  return `/unsubscribe/${token}`;
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
