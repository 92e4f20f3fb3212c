import { expect, test } from "vitest";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

const light = '<html lang="en" data-theme="light"';
const system = '<html lang="en" data-theme="system"';

test("saving redirects to the page, which confirms once and shows the choices", async () => {
  const member = await app.signedIn("user");
  const answer = await member.post("/settings", {
    email_notifications: "disabled",
    sms_alerts: "enabled",
    display_mode: "light",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/settings"]);
  const html = await member.text("/settings");
  expect(html).toContain("Settings saved.");
  const form = html.slice(0, html.indexOf("Save Settings"));
  expect(form.match(/selected=""[^>]*>([^<]+)/g)).toEqual([
    'selected="">Disabled',
    'selected="">Enabled',
    'selected="">Light Mode',
    'selected="">American (-110)',
  ]);
  expect(await member.text("/settings")).not.toContain("Settings saved.");
});

test("Display Mode is in every page's html tag, and stays in the browser after signing out", async () => {
  const member = await app.signedIn("user");
  expect(await member.text("/dashboard")).toContain(system);
  await member.post("/settings", { display_mode: "light" });
  expect(await member.text("/dashboard")).toContain(light);
  await member.post("/logout");
  expect(await member.text("/")).toContain(light);
  expect(await app.client().text("/")).toContain(system);
});

test("another browser gets the mode when the member signs in there", async () => {
  const member = await app.signedIn("user");
  await member.post("/settings", { display_mode: "light" });
  const person = await app.db.selectFrom("users").select("email").orderBy("id", "desc").executeTakeFirstOrThrow();
  const other = app.client();
  await other.signIn(person.email);
  const [first, second] = [await other.get("/dashboard"), await other.get("/dashboard")];
  expect([first, second].map(({ headers }) => headers.getSetCookie().map((cookie) => cookie.split("=")[0]))).toEqual([
    ["display-mode"],
    [],
  ]);
  expect(await second.text()).toContain(light);
  await other.post("/logout");
  expect(await other.text("/login")).toContain(light);
});

test("an invalid mode in the cookie means the device's own", async () => {
  const client = app.client();
  client.cookies.set("display-mode", encodeURIComponent(Buffer.from(JSON.stringify('x"><script>')).toString("base64")));
  expect(await client.text("/")).toContain(system);
});

test("an invalid choice shows the form again with the error", async () => {
  const member = await app.signedIn("user");
  const answer = await member.post("/settings", {
    email_notifications: "perhaps",
    sms_alerts: "enabled",
    display_mode: "dark",
  });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("Choose Enabled or Disabled.");
});

test("the API reads and saves the caller's own choices", async () => {
  const member = await app.signedIn("admin");
  const saved = await member.call("PUT", "/api/settings", { sms_alerts: "enabled" });
  expect([saved.status, await saved.json()]).toEqual([
    200,
    {
      email_notifications: "enabled",
      sms_alerts: "enabled",
      display_mode: "system",
      odds_format: "american",
      bankroll: "",
      unit: "",
      currency: "$",
    },
  ]);
  expect((await member.call("PUT", "/api/settings", {})).status).toBe(400);
  expect((await app.client().call("GET", "/api/settings")).status).toBe(401);
});

test("a visitor is redirected home, and a cross-site save is refused", async () => {
  const answer = await app.client().get("/settings");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  const member = await app.signedIn("user");
  const foreign = await member.fetch("/settings", {
    method: "POST",
    body: new URLSearchParams({ display_mode: "light" }),
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
  expect(foreign.status).toBe(403);
});
