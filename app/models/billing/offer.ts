/** What a membership costs, as people read it before they pay. Pure. */
import type { Offer, Plan } from "../../payment/provider.ts";
import { price, priceCents } from "../../price.ts";
import { moneyText } from "./charge.ts";

export const plans = ["monthly", "yearly"] as const satisfies readonly Plan[];

/** "$49.00 today, then $49.00 every month until you cancel." */
export function termsText({ trialDays, yearly }: Offer): string {
  const monthly = moneyText(priceCents, "usd");
  const every = yearly
    ? `${monthly} every month or ${moneyText(yearly.cents, yearly.currency)} every year`
    : `${monthly} every month`;
  if (trialDays !== null)
    return `${trialDays} ${trialDays === 1 ? "day" : "days"} free, then ${every} until you cancel.`;
  return yearly ? `${every}, the first today, until you cancel.` : `${monthly} today, then ${every} until you cancel.`;
}

/** "$49 / month". */
export function planText(plan: Plan, { yearly }: Offer): string {
  return plan === "yearly" && yearly
    ? `${moneyText(yearly.cents, yearly.currency, "without zeros")} / year`
    : `${price} / month`;
}
