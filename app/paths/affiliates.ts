/** The URLs of the affiliate programme. Pure. */
import { affiliatesManagerPath, signUpPath } from "./paths.ts";

export const addAffiliatePath = `${affiliatesManagerPath}/new`;
export const affiliatesFilePath = `${affiliatesManagerPath}.csv`;
export const payoutsPath = `${affiliatesManagerPath}/payouts`;
// Not below the payouts: the router takes /payouts/due.csv for a payout of the number "due".
export const dueFilePath = `${affiliatesManagerPath}/due.csv`;
export const confirmPayoutPath = `${payoutsPath}/confirm`;

/** What staff do with one affiliate. */
export function affiliatePath(id: number, step: "edit" | "delete" | "renew"): string {
  return `${affiliatesManagerPath}/${id}/${step}`;
}

/** The signups that an affiliate brought. */
export function referralsPath(id: number): string {
  return `${affiliatesManagerPath}/${id}/referrals`;
}

/** The question whether to take the commission on one of them back. */
export function takeBackPath(id: number, referral: number): string {
  return `${referralsPath(id)}/${referral}/take-back`;
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
export function affiliatePagePath(token: string): string {
  return `/partners/${token}`;
}

/** The months of that page, as a file. */
export function affiliateMonthsPath(token: string): string {
  return `${affiliatePagePath(token)}/months.csv`;
}
