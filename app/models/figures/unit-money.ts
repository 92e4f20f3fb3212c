/** What one unit is to a member, and amounts of their money. Pure. */
import { countText, formatNumber, rounded, formatDollars } from "../../format.ts";
import { profitOf } from "../bets/units.ts";

/** Amounts are integer cents; a null bankroll is unknown. */
export interface UnitMoney {
  unit: number;
  bankroll: number | null;
  currency: string;
}

/** "$1,031.25", "CHF 31.25". */
export function amountText(cents: number, currency: string): string {
  const [whole = "", rest] = formatDollars(cents).split(".");
  return `${currency}${/\p{L}$/u.test(currency) ? " " : ""}${countText(Number(whole))}.${rest}`;
}

export function unitsInCents(units: number, { unit }: UnitMoney): number {
  return rounded(unit * units, 0);
}

/** "1.25u = $31.25 to win $28.41"; without the win for an unknown price. */
export function stakeText(units: number, odds: number | null, money: UnitMoney): string {
  const cents = unitsInCents(units, money);
  const stake = `${formatNumber(units)}u = ${amountText(cents, money.currency)}`;
  if (odds === null || cents === 0) return stake;
  return `${stake} to win ${amountText(rounded(profitOf(cents / 100, odds) * 100, 0), money.currency)}`;
}

/** Stored: integer cents, a percentage from above 0 to 100; null = not told. */
export interface StoredMoney {
  bankroll_cents: number | null;
  unit_percent: number | null;
  unit_cents: number | null;
  currency: string;
}

/** A unit above this share of the bankroll is asked about, and so is what is open at once. In percent. */
export const usualMost = 5;

/** Null while nobody said what a unit is. */
export function unitMoneyOf({ bankroll_cents, unit_percent, unit_cents, currency }: StoredMoney): UnitMoney | null {
  const unit =
    unit_percent === null || bankroll_cents === null ? unit_cents : Math.round((bankroll_cents * unit_percent) / 100);
  return unit === null ? null : { unit, bankroll: bankroll_cents, currency };
}

/** A unit in percent of the bankroll; null when one of them is unknown. */
export function unitShareOf(stored: StoredMoney): number | null {
  const money = unitMoneyOf(stored);
  return money === null || money.bankroll === null ? null : (money.unit / money.bankroll) * 100;
}
