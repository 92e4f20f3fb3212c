import { expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, putOnCard, testPassword, upcomingDate } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { alerts, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const secret = "ONLY-FOR-MEMBERS";
const sentence = /You are on a break until \w+day, \w+ \d+, \d{4}, \d+:\d\d [AP]M ET\./;

async function member(): Promise<{ id: number; email: string; client: Client }> {
  const { id, email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  const pick = await publish(await app.signedIn("superadmin"), {
    game: secret,
    pick: secret,
    game_date: upcomingDate(),
  });
  await putOnCard(app.db, id, [{ id: pick }]);
  return { id, email, client };
}

/** The end that the question names, in the form's hidden field. */
async function askedEnd(client: Client, length: string): Promise<string> {
  const html = await client.text(`/profile/break?length=${length}`);
  expect(visibleText(html)).toMatch(
    /No picks until \w+day, \w+ \d+, \d{4}, \d+:\d\d [AP]M ET\. This can't be undone\./,
  );
  return /name="until" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

async function startBreak(client: Client, length = "1-week"): Promise<string> {
  const until = await askedEnd(client, length);
  const answer = await client.post(`/profile/break?length=${length}`, { until });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile"]);
  return until;
}

test("a member chooses a length, confirms its end and sees it first on the profile", async () => {
  const { id, client } = await member();
  const page = visibleText(await client.text("/profile/break"));
  expect(page).toContain("No one can end a break early, not even us. You can only make it longer.");
  expect(visibleText(await client.text("/profile"))).toContain("No picks and no alerts, from one day");
  const until = await startBreak(client);
  const profile = await client.text("/profile");
  expect(alerts(profile)).toEqual(["Your break was saved."]);
  expect(visibleText(profile)).toMatch(/Your Profile On a break until \w+day, .+ ET Your break was saved\. Until then/);
  expect(await app.db.selectFrom("users").select("break_until").where("id", "=", id).executeTakeFirstOrThrow()).toEqual(
    { break_until: until },
  );
});

test("the form sent twice begins one break", async () => {
  const { id, client } = await member();
  const until = await askedEnd(client, "3-days");
  const send = () => client.post("/profile/break?length=3-days", { until });
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([303, 303]);
  const entries = await app.db
    .selectFrom("audit")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "like", "break.%")
    .execute();
  expect(entries).toEqual([{ action: "break.begun" }]);
});

test("a longer break replaces a shorter one; a shorter one is refused with a sentence", async () => {
  const { client } = await member();
  const shorter = await askedEnd(client, "1-week");
  await startBreak(client, "1-month");
  const refused = await client.post("/profile/break?length=1-week", { until: shorter });
  const text = await refused.text();
  expect([refused.status, alerts(text)]).toEqual([
    409,
    [expect.stringMatching(new RegExp(`^${sentence.source} You can only make it longer\\.$`))],
  ]);
  const page = await client.text("/profile/break?length=1-week");
  expect(alerts(page)).toEqual([expect.stringContaining("You can only make it longer.")]);
  expect([...page.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)).toEqual(["3-months", "6-months"]);
  await startBreak(client, "6-months");
  expect(await client.text("/profile/break")).toContain("This is the longest break you can take.");
});

test("every page of members leads to the profile, and no answer has a pick", async () => {
  const { client } = await member();
  expect(await client.text("/dashboard")).toContain(secret);
  await startBreak(client);
  const paths = ["/dashboard", "/propicks", "/history", "/propicks-history", "/my-card", "/my-card.csv", "/learn"];
  for (const path of [...paths, "/settings", "/dashboard?sort=asc", "/my-card?tab=results"]) {
    const answer = await client.get(path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/profile"]);
    expect(await answer.text()).not.toContain(secret);
  }
  for (const path of ["/profile", "/profile/data.json", "/profile/data.csv", "/record", "/"]) {
    const answer = await client.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text()).not.toContain(secret);
  }
  const home = await client.text("/profile");
  for (const path of ["/dashboard", "/history", "/my-card", "/learn"]) expect(home).not.toContain(`href="${path}"`);
});

test("the API answers 403 with the sentence, by session and by bearer", async () => {
  const { email, client } = await member();
  await startBreak(client);
  const login = await client.call("POST", "/api/login", { email, password: testPassword });
  const { token }: { token: string } = await login.json();
  const paths = ["picks", "propicks", "picks/record", "picks/version", "member-picks", "sidebar", "learn", "tips"];
  for (const path of [...paths, "settings"]) {
    const byBearer = await app.client().fetch(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    for (const answer of [await client.call("GET", `/api/${path}`), byBearer])
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        403,
        { error: expect.stringMatching(sentence) },
      ]);
  }
});

test("no call ends a break or makes it shorter", async () => {
  const { id, client } = await member();
  const until = await startBreak(client, "1-month");
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await client.call("PUT", "/api/break", { until: tomorrow })).status).toBe(409);
  expect((await client.call("PUT", "/api/break", { until: "2020-01-01T00:00:00Z" })).status).toBe(409);
  expect((await client.call("DELETE", "/api/break")).status).toBe(405);
  for (const body of [{ break_until: null }, { name: "Kim", break_until: tomorrow }])
    await client.call("PUT", `/api/users/${id}`, body);
  const staff = await app.signedIn("superadmin");
  for (const [path, body] of [
    ["access", { access: "open", break_until: null }],
    ["status", { break_until: null }],
    ["status", { break_until: null }],
    ["password", { password: "another-horse-9", break_until: null }],
  ] as const)
    expect((await staff.call("PUT", `/api/users/${id}/${path}`, body)).status).toBe(200);
  expect(await app.db.selectFrom("users").select("break_until").where("id", "=", id).executeTakeFirstOrThrow()).toEqual(
    { break_until: until },
  );
  expect(visibleText(await staff.text(`/admin/users/${id}`))).toMatch(/On a break until \w+day, .+ ET/);
});

test("access is back as soon as the time has passed", async () => {
  const { id, client } = await member();
  await startBreak(client);
  const past = new Date(Date.now() - 1).toISOString();
  await app.db.updateTable("users").set({ break_until: past }).where("id", "=", id).execute();
  expect(await client.text("/dashboard")).toContain(secret);
  expect(await (await client.call("GET", "/api/break")).json()).toEqual({ break_until: null });
  expect(visibleText(await client.text("/profile"))).not.toContain("On a break");
});

test("the account itself stays usable: name, password, and a new sign-in that leads to the profile", async () => {
  const { email, client } = await member();
  await startBreak(client);
  expect((await client.post("/profile?index", { name: "Kim", phone: "" })).status).toBe(303);
  const changed = { current_password: testPassword, password: "another-horse-9", confirm_password: "another-horse-9" };
  expect((await client.post("/profile/password", changed)).status).toBe(303);
  const again = await app.client().post("/login", { email, password: "another-horse-9" });
  expect([again.status, again.headers.get("location")]).toEqual([303, "/profile"]);
});

test("no copy of a page is kept for the reader: X-Reader is nobody", async () => {
  const { client } = await member();
  expect((await client.get("/profile")).headers.get("x-reader")).not.toBe("nobody");
  await startBreak(client);
  expect((await client.get("/profile")).headers.get("x-reader")).toBe("nobody");
});

test("without billing at Stripe the page says where a payment is stopped", async () => {
  const { client } = await member();
  const text = visibleText(await client.text("/profile/break"));
  expect(text).toContain("To cancel or pause your membership, email support@simline.example .");
  expect(text).not.toContain("Manage billing");
});
