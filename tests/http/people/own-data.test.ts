import { expect, test } from "vitest";
import { createUser, putOnCard, testPassword } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";
import { turnOn } from "../../support/two-factor.ts";

const app = useApp();

async function memberWithCard() {
  const user = await createUser(app.db);
  const client = app.client();
  await client.signIn(user.email);
  const id = await publish(await app.signedIn("superadmin"), { game: "ONLY-FOR-MEMBERS" });
  await putOnCard(app.db, user.id, [{ id }]);
  return { user, client };
}

test("the files and the API have what is stored about the caller, and nobody else's", async () => {
  const { user, client } = await memberWithCard();
  const other = await createUser(app.db, { name: "Somebody Else" });
  const json = await client.get("/profile/data.json");
  expect([json.status, json.headers.get("content-type"), json.headers.get("content-disposition")]).toEqual([
    200,
    "application/json; charset=utf-8",
    'attachment; filename="my-data.json"',
  ]);
  const data = await json.json();
  expect(data).toMatchObject({
    account: {
      id: user.id,
      email: user.email,
      name: user.name,
      phone: "555-0100",
      two_factor_since: null,
      break_until: null,
    },
    settings: { email_notifications: 1, sms_alerts: 0, display_mode: "system" },
    news: { wants: { "new-picks": { mail: true, push: true } }, quiet_from: "" },
    sessions: [{ browser: expect.anything() }],
    alert_devices: [],
    known_browsers: [{ id: expect.any(Number) }],
    card: [{ stream: "regular", game: "ONLY-FOR-MEMBERS" }],
    payments: [],
  });
  expect(data.trail.map(({ action }: { action: string }) => action)).toContain("session.begun");
  expect(await (await client.call("GET", "/api/own-data")).json()).toEqual(data);
  const csv = await client.get("/profile/data.csv");
  const text = await csv.text();
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="my-data.csv"');
  expect(text).toContain(`account,1,email,${user.email}\r\n`);
  for (const file of [text, JSON.stringify(data)]) expect(file).not.toMatch(new RegExp(`${other.name}|${other.email}`));
});

test("no file has a hash, a secret or a token", async () => {
  const { user, client } = await memberWithCard();
  await turnOn(client);
  await client.call("POST", "/api/login", { email: user.email, password: testPassword });
  const text = await client.text("/profile/data.json");
  expect(text).toContain('"two_factor_since": "20');
  expect(text).not.toMatch(/hash|secret|\$argon2|[0-9a-f]{64}/);
});

test("a member whose membership has ended gets their data, but no text of a pick", async () => {
  const { user, client } = await memberWithCard();
  await app.db
    .updateTable("users")
    .set({ access_until: "2026-01-01T00:00:00.000Z" })
    .where("id", "=", user.id)
    .execute();
  const text = await client.text("/profile/data.json");
  expect(text).toContain(user.email);
  expect(text).not.toContain("ONLY-FOR-MEMBERS");
});
