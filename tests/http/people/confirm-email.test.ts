import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createConfirmation, createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { alerts, visibleText } from "../../support/pages/html.ts";
import { everything } from "../../support/database/picks.ts";
import { soon } from "../../support/soon.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let person: { id: number; email: string };
let path: string;
beforeEach(async () => {
  person = await createUser(app.db, { email_confirmed_at: null });
  const token = `of-${person.id}-`.padEnd(43, "x");
  path = `/confirm-email/${token}`;
  await createConfirmation(app.db, { token, user: person });
});

const isConfirmed = async (id = person.id) =>
  (await app.db.selectFrom("users").select("email_confirmed_at").where("id", "=", id).executeTakeFirstOrThrow())
    .email_confirmed_at !== null;
const trailOf = (id = person.id) =>
  app.db
    .selectFrom("audit")
    .select(["actor_id", "action"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .execute();
const mailsOf = async (id = person.id) =>
  app.db
    .selectFrom("outbox")
    .select(["kind", "message_id"])
    .where("user_id", "=", id)
    .where("kind", "=", "confirm-email")
    .orderBy("id")
    .execute();

async function mailedLink(id: number): Promise<string> {
  const [mail] = (await mailsOf(id)).slice(-1);
  return vi.waitFor(() => {
    const [, link = ""] =
      /^http:\/\/[^/]+(\/confirm-email\/\S+?)\r?$/m.exec(
        readFileSync(join(app.mailFolder, `confirm-email-${mail?.message_id}.eml`), "utf8").replace(/=\r?\n/g, ""),
      ) ?? [];
    expect(link).not.toBe("");
    return link;
  }, soon);
}

async function signUp(): Promise<{ id: number; email: string }> {
  const email = `new-${nextNumber()}@example.test`;
  const answer = await app.client().post("/signup?payment_success=true", {
    name: "Kim Sample",
    phone: "555-0100",
    email,
    password: testPassword,
    confirm_password: testPassword,
    role: "user",
    age_confirmed: "yes",
  });
  expect(answer.status).toBe(200);
  return app.db.selectFrom("users").select(["id", "email"]).where("email", "=", email).executeTakeFirstOrThrow();
}

test("a sign-up is mailed a link, and the account works before it is confirmed", async () => {
  const { id, email } = await signUp();
  const client = app.client();
  await client.signIn(email);
  expect([(await client.get("/dashboard")).status, await isConfirmed(id)]).toEqual([200, false]);
  expect(visibleText(await client.text("/profile"))).toContain(`We sent a link to ${email}.`);
  const link = await mailedLink(id);
  await app.client().post(link);
  expect([await isConfirmed(id), visibleText(await client.text("/profile")).includes("Confirm your email")]).toEqual([
    true,
    false,
  ]);
});

describe("the page behind the link", () => {
  test("asks with a button, and a GET or HEAD changes nothing", async () => {
    const before = await everything(app);
    for (const method of ["GET", "HEAD"]) expect((await app.client().fetch(path, { method })).status).toBe(200);
    const answer = await app.client().get(path);
    const html = await answer.text();
    expect(visibleText(html)).toContain(`Is ${person.email} your address`);
    expect(html).toMatch(/<form[^>]* method="post"[^>]*>.*<button[^>]*>Confirm my email<\/button>/s);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await everything(app)).toBe(before);
  });

  test("confirms by its button without a session, and says so from then on", async () => {
    const answer = await app.client().post(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
    expect([await isConfirmed(), await trailOf()]).toEqual([true, [{ actor_id: null, action: "email.confirmed" }]]);
    const html = await app.client().text(path);
    expect([
      visibleText(html).includes("Your email is confirmed"),
      html.includes(person.email),
      html.includes('method="post"'),
    ]).toEqual([true, false, false]);
  });

  test("confirms once when pressed twice", async () => {
    for (const _time of [1, 2]) expect((await app.client().post(path)).status).toBe(303);
    expect(await trailOf()).toHaveLength(1);
  });

  test("confirms no other address and signs no one in", async () => {
    const [client, other] = [app.client(), await createUser(app.db, { email_confirmed_at: null })];
    await client.post(path);
    expect([await isConfirmed(other.id), (await client.get("/profile")).status]).toEqual([false, 302]);
  });

  test("for a wrong or expired link says where to get a new one", async () => {
    const late = "too-old-".padEnd(43, "x");
    await createConfirmation(app.db, {
      token: late,
      user: person,
      expires_at: new Date(Date.now() - 1000).toISOString(),
    });
    for (const token of [late, "nobodys".padEnd(43, "x"), "x", "%20", "a".repeat(4000)]) {
      for (const method of ["GET", "POST"]) {
        const answer = await app.client().fetch(`/confirm-email/${token}`, { method, headers: { Origin: app.origin } });
        expect([
          token,
          method,
          answer.status,
          visibleText(await answer.text()).includes(
            "This link is wrong or has expired. Sign in and request a new one on your profile.",
          ),
        ]).toEqual([token, method, 404, true]);
      }
    }
    expect(await isConfirmed()).toBe(false);
  });

  test("refuses cross-site posts", async () => {
    const answer = await app.client().fetch(path, {
      method: "POST",
      headers: { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" },
    });
    expect([answer.status, await isConfirmed()]).toEqual([403, false]);
  });
});

describe("the profile", () => {
  test("sends the link again, at most once a minute", async () => {
    const client = app.client();
    await client.signIn(person.email);
    const answer = await client.post("/profile/confirm");
    expect([answer.status, answer.headers.get("location"), alerts(await client.text("/profile"))]).toEqual([
      303,
      "/profile",
      ["The email is on its way."],
    ]);
    expect(await mailedLink(person.id)).not.toBe(path);
    const again = await client.post("/profile/confirm");
    expect([again.status, alerts(await again.text())]).toEqual([
      429,
      [expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds\.$/)],
    ]);
    expect(await mailsOf()).toHaveLength(1);
  });

  test("sends nothing for a confirmed address, and says so", async () => {
    const client = app.client();
    await client.signIn(person.email);
    await client.post(path);
    const answer = await client.post("/profile/confirm");
    expect([answer.status, answer.headers.get("location"), alerts(await client.text("/profile"))]).toEqual([
      303,
      "/profile",
      ["Your email is already confirmed."],
    ]);
    expect(await mailsOf()).toEqual([]);
  });
});

describe("the notice on Today's Picks and Settings", () => {
  const words = "Confirm your email to get new picks by email. We sent you a link. Send again";

  test.each(["/dashboard", "/settings"])("%s shows it only to whom it concerns, until confirmed", async (place) => {
    const [client, other] = [app.client(), await app.signedIn("user")];
    await client.signIn(person.email);
    for (const reader of [client, other, client, other])
      expect(visibleText(await reader.text(place)).includes(words)).toBe(reader === client);
    const [, sendAgain = ""] = /<form [^>]*action="([^"]*)"[^>]*class="alert"/.exec(await client.text(place)) ?? [];
    const answer = await client.post(sendAgain);
    expect([answer.status, answer.headers.get("location"), alerts(await client.text(place))]).toEqual([
      303,
      place,
      ["The email is on its way."],
    ]);
    await client.post(path);
    expect(visibleText(await client.text(place))).not.toContain(words);
  });
});

describe("where no mail is sent", () => {
  const silent = useApp({ MAIL_DIR: "" });

  test("the profile says that no mail is sent, and nothing is queued", async () => {
    const { email } = await createUser(silent.db, { email_confirmed_at: null });
    const client = silent.client();
    await client.signIn(email);
    const text = visibleText(await client.text("/profile"));
    expect([
      text.includes("This server can't send email"),
      text.includes("We sent a link"),
      text.includes("Send the email again"),
    ]).toEqual([true, false, false]);
    await client.post("/profile/confirm");
    expect([alerts(await client.text("/profile")), await silent.db.selectFrom("outbox").selectAll().execute()]).toEqual(
      [["This server can't send email, so nothing was sent."], []],
    );
  });
});

test("somebody whose address refused three mails is told, and one that is taken ends it", async () => {
  const { id, email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  const isTold = async () => visibleText(await client.text("/settings")).includes("rejected our last emails");
  const count = (mail_refusals: number) =>
    app.db.updateTable("users").set({ mail_refusals }).where("id", "=", id).execute();
  await count(2);
  expect(await isTold()).toBe(false);
  await count(3);
  expect(await isTold()).toBe(true);
  expect((await client.post("/profile/confirm?from=/settings")).status).toBe(303);
  await vi.waitFor(async () => expect(await isTold()).toBe(false), soon);
});
