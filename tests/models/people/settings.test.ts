import { expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findOwnSettings, saveOwnSettings } from "../../../app/models/people/settings.server.ts";
import { roles } from "../../../app/policy.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";

const chosen = { email_notifications: "disabled", sms_alerts: "enabled", display_mode: "light" };

test.each(roles)("a %s changes only their own settings", async (role) => {
  const [me, other] = [await createUser(db, { role }), await createUser(db)];
  expect(await saveOwnSettings(actorOf(role, me.id), { ...chosen, id: other.id, role: "superadmin" })).toEqual(chosen);
  expect(await findOwnSettings(actorOf(role, me.id), {})).toEqual(chosen);
  expect(await findOwnSettings(actorOf("user", other.id), {})).toEqual({ email_notifications: "enabled", sms_alerts: "disabled", display_mode: "dark" });
  expect((await db.selectFrom("users").select("role").where("id", "=", me.id).executeTakeFirstOrThrow()).role).toBe(role);
});

test("choices that are not sent stay as they are", async () => {
  const me = await createUser(db);
  await saveOwnSettings(actorOf("user", me.id), { display_mode: "light" });
  expect(await findOwnSettings(actorOf("user", me.id), {})).toEqual({ email_notifications: "enabled", sms_alerts: "disabled", display_mode: "light" });
});

test.each([{}, { display_mode: "sepia" }, { sms_alerts: true }, { email_notifications: "" }])("refuses %j", async (input) => {
  const me = await createUser(db);
  await expect(saveOwnSettings(actorOf("user", me.id), input)).rejects.toMatchObject({ reason: "invalid" });
});

test("a visitor has no settings", async () => {
  await expect(findOwnSettings(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
  await expect(saveOwnSettings(visitor, chosen)).rejects.toMatchObject({ reason: "signed-out" });
});
