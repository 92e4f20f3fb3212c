import { z } from "zod";
import { type UserRow, db } from "../../db.server.ts";
import { formatPercent } from "../../format.ts";
import { Refusal } from "../../refusal.ts";
import { usualMost, unitShareOf } from "../figures/unit-money.ts";
import { oddsFormats } from "../odds-format.ts";
import { oneOf, textLine, tickedYes } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { amountOf, valueOf } from "../values/amounts.ts";
import { type Settings, type Switch, moneySettings, switches } from "./settings.ts";
import { displayModes } from "../display-mode.ts";

const columns = [
  "email_notifications",
  "sms_alerts",
  "display_mode",
  "odds_format",
  "bankroll_cents",
  "unit_percent",
  "unit_cents",
  "currency",
] as const;
type Row = Pick<UserRow, (typeof columns)[number]>;

const choice = oneOf(switches, "Choose Enabled or Disabled.").transform((value) => (value === "enabled" ? 1 : 0));
const mostCents = 100_000_000_000;

/** Integer cents; null for an empty text. */
const amount = textLine(30)
  .transform((text) => (text === "" ? null : centsOf(text)))
  .refine((cents) => cents === null || (cents > 0 && cents <= mostCents), "Enter an amount above 0, like 2500.")
  .meta({ description: '"2500.00"; empty = not told. Shown to nobody else.' });

/** A percentage of the bankroll, or an amount. */
const unit = textLine(30)
  .transform((text) => {
    const [, percent] = /^([\d.,]+) ?%$/.exec(text) ?? [];
    if (percent === undefined) return { unit_percent: null, unit_cents: text === "" ? null : centsOf(text) };
    return { unit_percent: Number(percent.replace(",", ".")), unit_cents: null };
  })
  .refine(
    ({ unit_percent, unit_cents }) =>
      (unit_percent === null || (unit_percent > 0 && unit_percent <= 100)) &&
      (unit_cents === null || (unit_cents > 0 && unit_cents <= mostCents)),
    "Enter a percentage like 1%, or an amount like 25.",
  )
  .meta({ description: 'What one unit is: "1.5%" of the bankroll, or an amount, "25.00"; empty = not told.' });

const choices = z
  .object({
    email_notifications: choice,
    sms_alerts: choice,
    display_mode: oneOf(displayModes, "Choose System, Dark Mode or Light Mode."),
    odds_format: oneOf(oddsFormats, "Choose American, decimal or fractional."),
    bankroll: amount,
    unit,
    currency: textLine(3)
      .transform((sign) => sign || "$")
      .refine((sign) => !/[\d\s.,+-]/.test(sign), "Enter a sign like $ or \u20ac.")
      .meta({ description: "The sign before amounts of money. Nothing is converted." }),
    confirm_unit: tickedYes,
  })
  .partial();

export const findOwnSettings = operation("own.read", z.object({}), async (actor): Promise<Settings> =>
  toSettings(await db.selectFrom("users").select(columns).where("id", "=", actor.person.id).executeTakeFirstOrThrow()),
);

/** Refuses with "invalid" until `confirm_unit` is "yes" when a unit becomes more than 5 % of the bankroll. */
export const saveOwnSettings = operation(
  "own.write",
  choices,
  async (actor, { bankroll, unit: one, confirm_unit, ...plain }): Promise<Settings> => {
    const changes = { ...plain, ...(bankroll === undefined ? {} : { bankroll_cents: bankroll }), ...one };
    if (Object.keys(changes).length === 0) throw new Refusal("invalid", "There is nothing to save.");
    return writeAs(actor, async (trx) => {
      const own = trx.selectFrom("users").select(columns).where("id", "=", actor.person.id);
      const before = await own.executeTakeFirstOrThrow();
      checkUnit(before, { ...before, ...changes }, confirm_unit === true);
      await trx.updateTable("users").set(changes).where("id", "=", actor.person.id).execute();
      return toSettings(await own.executeTakeFirstOrThrow());
    });
  },
);

function checkUnit(before: Row, after: Row, isConfirmed: boolean): void {
  if (after.unit_percent !== null && after.bankroll_cents === null)
    throw refusedUnit("unit", "To use a percentage, enter your bankroll too. Or enter an amount for one unit.");
  const share = unitShareOf(after);
  if (share === null || share <= usualMost || isConfirmed || share === unitShareOf(before)) return;
  throw refusedUnit("confirm_unit", `One unit would be ${formatPercent(share)} of your bankroll. 1-2% is typical.`);
}

function refusedUnit(field: string, message: string): Refusal {
  return new Refusal("invalid", "Nothing was saved yet.", { fields: { [field]: message } });
}

function centsOf(text: string): number {
  const parts = amountOf(text);
  const value = parts && parts.counts !== "unit" ? (valueOf(parts, ".") ?? valueOf(parts, ",")) : null;
  return value === null ? 0 : Math.round(value * 100);
}

function toSettings(row: Row): Settings {
  return {
    email_notifications: asSwitch(row.email_notifications),
    sms_alerts: asSwitch(row.sms_alerts),
    display_mode: row.display_mode,
    odds_format: row.odds_format,
    ...moneySettings(row),
  };
}

function asSwitch(flag: 0 | 1): Switch {
  return flag === 1 ? "enabled" : "disabled";
}
