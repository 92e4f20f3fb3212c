import { expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findOwnSettings, saveOwnSettings } from "../../../app/models/people/settings.server.ts";
import { roles } from "../../../app/policy.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";

const settings = { email_notifications: "disabled", sms_alerts: "enabled", display_mode: "light" };

test.each(roles)("a %s changes only their own settings", async (role) => {
  const [user, other] = [await createUser(db, { role }), await createUser(db)];
  expect(await saveOwnSettings(actorOf(role, user.id), { ...settings, id: other.id, role: "superadmin" })).toEqual(
    settings,
  );
  expect(await findOwnSettings(actorOf(role, user.id), {})).toEqual(settings);
  expect(await findOwnSettings(actorOf("user", other.id), {})).toEqual({
    email_notifications: "enabled",
    sms_alerts: "disabled",
    display_mode: "dark",
  });
  expect((await db.selectFrom("users").select("role").where("id", "=", user.id).executeTakeFirstOrThrow()).role).toBe(
    role,
  );
});

test("missing settings stay the same", async () => {
  const user = await createUser(db);
  await saveOwnSettings(actorOf("user", user.id), { display_mode: "light" });
  expect(await findOwnSettings(actorOf("user", user.id), {})).toEqual({
    email_notifications: "enabled",
    sms_alerts: "disabled",
    display_mode: "light",
  });
});

test.each([{}, { display_mode: "sepia" }, { sms_alerts: true }, { email_notifications: "" }])(
  "refuses %j",
  async (input) => {
    const user = await createUser(db);
    await expect(saveOwnSettings(actorOf("user", user.id), input)).rejects.toMatchObject({ reason: "invalid" });
  },
);

test("a visitor has no settings", async () => {
  await expect(findOwnSettings(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
  await expect(saveOwnSettings(visitor, settings)).rejects.toMatchObject({ reason: "signed-out" });
});
