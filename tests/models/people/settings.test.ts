import { describe, expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findOwnSettings, saveOwnSettings } from "../../../app/models/people/settings.server.ts";
import { roles } from "../../../app/policy.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";

const settings = {
  email_notifications: "disabled",
  sms_alerts: "enabled",
  display_mode: "light",
  odds_format: "decimal",
  bankroll: "2500.00",
  unit: "1.5%",
  currency: "\u20ac",
};
const untold = { odds_format: "american", bankroll: "", unit: "", currency: "$" };

test.each(roles)("a %s changes only their own settings", async (role) => {
  const [user, other] = [await createUser(db, { role }), await createUser(db)];
  expect(await saveOwnSettings(actorOf(role, user.id), { ...settings, id: other.id, role: "superadmin" })).toEqual(
    settings,
  );
  expect(await findOwnSettings(actorOf(role, user.id), {})).toEqual(settings);
  expect(await findOwnSettings(actorOf("user", other.id), {})).toEqual({
    email_notifications: "enabled",
    sms_alerts: "disabled",
    display_mode: "system",
    ...untold,
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
    ...untold,
  });
});

describe("money", () => {
  const save = async (...inputs: object[]) => {
    const user = await createUser(db);
    for (const input of inputs) await saveOwnSettings(actorOf("user", user.id), input);
    const { bankroll, unit, currency } = await findOwnSettings(actorOf("user", user.id), {});
    return [bankroll, unit, currency];
  };

  test.each([
    [{ bankroll: "$2,500", unit: "1 %" }, ["2500.00", "1%", "$"]],
    [{ bankroll: "2.500,50", unit: "12,50", currency: "CHF" }, ["2500.50", "12.50", "CHF"]],
    [{ unit: "25" }, ["", "25.00", "$"]],
  ])("%j is read as people write it", async (input, read) => expect(await save(input)).toEqual(read));

  test("can be emptied", async () =>
    expect(await save({ bankroll: "2500", unit: "1%" }, { bankroll: "", unit: "" })).toEqual(["", "", "$"]));

  test.each([
    { bankroll: "0" },
    { bankroll: "-5" },
    { bankroll: "much" },
    { bankroll: "2u" },
    { bankroll: "100", unit: "0%" },
    { bankroll: "100", unit: "101%" },
    { unit: "1%" },
    { currency: "12" },
    { currency: "Euro" },
  ])("%j is refused", async (input) => {
    await expect(save(input)).rejects.toMatchObject({ reason: "invalid" });
  });

  test.each([
    { bankroll: "1000", unit: "6%" },
    { bankroll: "1000", unit: "50.01" },
  ])("a unit of %j asks once", async (input) => {
    await expect(save(input)).rejects.toMatchObject({ fields: { confirm_unit: expect.stringContaining("1-2%") } });
    const again = { ...input, display_mode: "light" };
    expect(await save({ ...input, confirm_unit: "yes" }, again)).toHaveLength(3);
  });
});

test.each([{}, { display_mode: "sepia" }, { sms_alerts: true }, { email_notifications: "" }, { odds_format: "moon" }])(
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
