import { formatNumber, formatDollars } from "../../format.ts";
import type { OddsFormat } from "../odds-format.ts";
import type { StoredMoney } from "../figures/unit-money.ts";
import type { DisplayMode } from "../display-mode.ts";

export const switches = ["enabled", "disabled"] as const;
export type Switch = (typeof switches)[number];

export interface Settings {
  email_notifications: Switch;
  sms_alerts: Switch;
  display_mode: DisplayMode;
  odds_format: OddsFormat;
  /** "2500.00"; '' = not told. */
  bankroll: string;
  /** "1.5%" of the bankroll, or an amount, "25.00"; '' = not told. */
  unit: string;
  currency: string;
}

export function moneySettings(stored: StoredMoney): Pick<Settings, "bankroll" | "unit" | "currency"> {
  const { bankroll_cents, unit_percent, unit_cents, currency } = stored;
  const amount = (cents: number | null) => (cents === null ? "" : formatDollars(cents));
  return {
    bankroll: amount(bankroll_cents),
    unit: unit_percent === null ? amount(unit_cents) : `${formatNumber(unit_percent)}%`,
    currency,
  };
}
