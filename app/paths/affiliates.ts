import { affiliatesManagerPath, signUpPath } from "./paths.ts";

export const addAffiliatePath = `${affiliatesManagerPath}/new`;
export const affiliatesFilePath = `${affiliatesManagerPath}.csv`;
export const payoutsPath = `${affiliatesManagerPath}/payouts`;
// It is not under /payouts: the router would match /payouts/due.csv as the payout "due".
export const dueFilePath = `${affiliatesManagerPath}/due.csv`;
export const confirmPayoutPath = `${payoutsPath}/confirm`;

export function affiliatePath(id: number, step: "edit" | "delete" | "renew"): string {
  return `${affiliatesManagerPath}/${id}/${step}`;
}

export function referralsPath(id: number): string {
  return `${affiliatesManagerPath}/${id}/referrals`;
}

export function takeBackPath(id: number, referral: number): string {
  return `${referralsPath(id)}/${referral}/take-back`;
}

export function affiliateRequestAnswerPath(id: number, answer: "approve" | "dismiss"): string {
  return `${affiliatesManagerPath}/requests/${id}/${answer}`;
}

export function payoutFilePath(id: number): string {
  return `${payoutsPath}/${id}.csv`;
}

export function referralLink(origin: string, code: string): string {
  return `${origin}${signUpPath}?ref=${code}`;
}

export function affiliatePagePath(token: string): string {
  return `/partners/${token}`;
}

export function affiliateMonthsPath(token: string): string {
  return `${affiliatePagePath(token)}/months.csv`;
}
