import { z } from "zod";
import { type UserRow, db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { oneOf } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { type Settings, type Switch, switches } from "./settings.ts";
import { displayModes } from "../display-mode.ts";

const columns = ["email_notifications", "sms_alerts", "display_mode"] as const;
const choice = oneOf(switches, "Choose Enabled or Disabled.").transform((value) => (value === "enabled" ? 1 : 0));
const choices = z
  .object({
    email_notifications: choice,
    sms_alerts: choice,
    display_mode: oneOf(displayModes, "Choose Dark Mode or Light Mode."),
  })
  .partial();

export const findOwnSettings = operation("own.read", z.object({}), async (actor): Promise<Settings> =>
  toSettings(await db.selectFrom("users").select(columns).where("id", "=", actor.person.id).executeTakeFirstOrThrow()),
);

export const saveOwnSettings = operation("own.write", choices, async (actor, changes): Promise<Settings> => {
  if (Object.keys(changes).length === 0) throw new Refusal("invalid", "There is nothing to save.");
  return toSettings(
    await writeAs(actor, (trx) =>
      trx
        .updateTable("users")
        .set(changes)
        .where("id", "=", actor.person.id)
        .returning(columns)
        .executeTakeFirstOrThrow(),
    ),
  );
});

function toSettings(row: Pick<UserRow, (typeof columns)[number]>): Settings {
  return {
    email_notifications: asSwitch(row.email_notifications),
    sms_alerts: asSwitch(row.sms_alerts),
    display_mode: row.display_mode,
  };
}

function asSwitch(flag: 0 | 1): Switch {
  return flag === 1 ? "enabled" : "disabled";
}
