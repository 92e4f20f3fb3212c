/** Splits "1.5u", "-$50" and "(1.00)" into sign, digits and what they count. Pure. */
import { withSingleBlanks } from "../../format.ts";
import { withPlainSigns } from "../bets/bet.ts";
import { type DecimalSign, numberOf } from "./numbers.ts";

export interface Amount {
  isNegative: boolean;
  /** The digits before a fraction such as ½; '' when there are none. */
  digits: string;
  fraction: number;
  /** "unit", a currency such as "$", or '' when the text does not say. */
  counts: string;
}

const unitNames = ["u", "unit", "units", "einheit", "einheiten"];

/** Each currency with its other names. "$" is not told apart from "US$". */
const currencies: Readonly<Record<string, readonly string[]>> = {
  $: ["us$", "usd"],
  "€": ["eur", "euro"],
  "£": ["gbp"],
  CA$: ["c$", "cad"],
  A$: ["au$", "aud"],
  NZ$: ["nzd"],
  CHF: ["sfr"],
  kr: ["sek", "nok", "dkk"],
  "¥": ["jpy"],
  "₩": ["krw"],
  "₹": ["inr"],
};

const fractions: Readonly<Record<string, number>> = { "": 0, "¼": 0.25, "½": 0.5, "¾": 0.75 };

// The pattern takes quadratic time on long rows of dots.
const longestAmount = 60;

const bracketed = /^([^\d()+-]*)\(([^()+-]*)\)([^\d()+-]*)$/;
const amount =
  /^(?<outer>[+-]?) ?(?<before>[^\d+\-.,\u00bc\u00bd\u00be]*)(?<inner>[+-]?) ?(?<digits>[\d.,'\u2019 ]*)(?<fraction>[\u00bc\u00bd\u00be]?)(?<after>[^\d+\-\u00bc\u00bd\u00be]*)$/;

/** Brackets around the digits are a minus, as accountants write it. Null for a text that is no amount. */
export function amountOf(text: string): Amount | null {
  const plain = withPlainSigns(withSingleBlanks(text));
  if (plain.length > longestAmount) return null;
  const { outer, before, inner, digits, fraction, after } =
    amount.exec(plain.replace(bracketed, (_, left, middle, right) => `-${left}${middle}${right}`))?.groups ?? {};
  const counts = countedBy(before ?? "", after ?? "");
  if (counts === null || digits === undefined || (digits.trim() === "" && fraction === "")) return null;
  if (outer !== "" && inner !== "") return null;
  return {
    isNegative: outer === "-" || inner === "-",
    digits: digits.trim(),
    fraction: fractions[fraction ?? ""] ?? 0,
    counts,
  };
}

/** The amount as a number; null when its digits are no number with this decimal sign. */
export function valueOf({ isNegative, digits, fraction }: Amount, sign: DecimalSign): number | null {
  const whole = digits === "" ? 0 : numberOf(digits, sign);
  if (whole === null || (fraction > 0 && !Number.isInteger(whole))) return null;
  // 0 is added because -0 is no value of ours.
  return (isNegative ? -1 : 1) * (whole + fraction) + 0;
}

/** The currency that a text such as "$", "USD" or "US$" names; null for anything else. */
export function currencyOf(text: string): string | null {
  const name = text.trim().toLowerCase();
  const found = Object.entries(currencies).find(([sign, names]) => sign.toLowerCase() === name || names.includes(name));
  return found?.[0] ?? null;
}

/** True for "u", "units" and the like. */
export function isUnit(text: string): boolean {
  return unitNames.includes(text.trim().toLowerCase());
}

/** What the words around the digits say that they count. Null for other words, and for two that differ. */
function countedBy(before: string, after: string): string | null {
  const left = before.trim() === "" ? "" : currencyOf(before);
  const right = after.trim() === "" ? "" : isUnit(after) ? "unit" : currencyOf(after);
  if (left === null || right === null) return null;
  return left === "" || right === "" || left === right ? left || right : null;
}
