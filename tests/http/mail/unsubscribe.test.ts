/** The unsubscribe link works signed out and from a mail program; a GET changes nothing (RFC 8058). */
import { beforeEach, describe, expect, test } from "vitest";
import { createUser } from "../../support/database/factories.ts";
import { visibleText } from "../../support/pages/html.ts";
import { everything } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const token = (name: string) => name.padEnd(43, "x");
const app = useApp();
let person: { id: number; email: string };
let path: string;
beforeEach(async () => {
  person = await createUser(app.db);
  path = `/unsubscribe/${token(`of-${person.id}-`)}`;
  await app.db
    .insertInto("unsubscribe_tokens")
    .values({ user_id: person.id, token: token(`of-${person.id}-`) })
    .execute();
});

const isSubscribed = async () =>
  (await app.db.selectFrom("users").select("email_notifications").where("id", "=", person.id).executeTakeFirstOrThrow())
    .email_notifications === 1;
const auditOf = () =>
  app.db
    .selectFrom("audit")
    .select(["actor_id", "action"])
    .where("subject", "=", "user")
    .where("subject_id", "=", person.id)
    .execute();

test("the page asks for confirmation, shows no email, and a GET or HEAD changes nothing", async () => {
  const before = await everything(app);
  for (const method of ["GET", "HEAD"]) expect((await app.client().fetch(path, { method })).status).toBe(200);
  const answer = await app.client().get(path);
  const html = await answer.text();
  expect(visibleText(html)).toContain("Stop the emails about picks?");
  expect(html).not.toContain(person.email);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await everything(app)).toBe(before);
});

test("its button unsubscribes and shows a confirmation", async () => {
  const answer = await app.client().post(path);
  expect([
    answer.status,
    visibleText(await answer.text()).includes("You won't get any more emails about picks."),
  ]).toEqual([200, true]);
  expect([await isSubscribed(), await auditOf()]).toEqual([false, [{ actor_id: null, action: "user.unsubscribed" }]]);
  expect(await app.client().text(path)).not.toContain("<form");
});

describe("a mail program's one-click request", () => {
  const form = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const multipart = new FormData();
  multipart.set("List-Unsubscribe", "One-Click");

  test.each([
    ["as a form", { body: form }],
    ["as multipart", { body: multipart }],
    ["without a body", {}],
    [
      "with a body of an unknown type",
      { body: "List-Unsubscribe=One-Click", headers: { "Content-Type": "text/plain" } },
    ],
    ["with Origin null", { body: form, headers: { Origin: "null" } }],
    [
      "from a web mailer on another site",
      { body: form, headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" } },
    ],
    ["with an unknown session cookie", { body: form, headers: { Cookie: "session=nobody" } }],
  ] as const)("%s is accepted without a redirect", async (_how, init) => {
    const answer = await app.client().fetch(path, { method: "POST", ...init });
    expect([answer.status, await isSubscribed()]).toEqual([200, false]);
  });

  test("counts once when sent twice", async () => {
    for (const _time of [1, 2])
      expect((await app.client().fetch(path, { method: "POST", body: form })).status).toBe(200);
    expect(await auditOf()).toHaveLength(1);
  });

  test("unsubscribes only this member, and changes no other setting or session", async () => {
    const other = await createUser(app.db);
    const client = app.client();
    await client.signIn(person.email);
    await app.client().fetch(path, { method: "POST", body: form });
    const flags = await app.db
      .selectFrom("users")
      .select("email_notifications")
      .where("id", "=", other.id)
      .executeTakeFirstOrThrow();
    expect([flags.email_notifications, (await client.get("/dashboard")).status]).toEqual([1, 200]);
  });

  test("with an unknown token is a 404", async () => {
    for (const unknown of [token("nobody"), "x", "%20", "a".repeat(4000)]) {
      for (const method of ["GET", "POST"])
        expect((await app.client().fetch(`/unsubscribe/${unknown}`, { method })).status, unknown).toBe(404);
    }
  });

  test("with too long a body is refused", async () => {
    const answer = await app
      .client()
      .fetch(path, { method: "POST", body: "x".repeat(70_000), headers: { "Content-Type": "text/plain" } });
    expect([answer.status, await isSubscribed()]).toEqual([413, true]);
  });
});

test("a link about one kind asks about it, and its one-click request ends that kind alone", async () => {
  const one = `${path}?kind=pick-changed`;
  expect(visibleText(await app.client().text(one))).toContain("Stop the emails about changes to picks on your card?");
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await app.client().fetch(one, { method: "POST", body })).status).toBe(200);
  const choices = await app.db
    .selectFrom("alert_choices")
    .select(["kind", "channel", "wanted"])
    .where("user_id", "=", person.id)
    .execute();
  expect([choices, await isSubscribed()]).toEqual([[{ kind: "pick-changed", channel: "mail", wanted: 0 }], true]);
  const html = await app.client().text(one);
  expect(visibleText(html)).toContain("You won't get any more emails about changes to picks on your card.");
  // The way to stop all of them.
  expect([...html.matchAll(/<form[^>]* action="([^"]+)"/g)].map(([, action]) => action)).toEqual([path]);
});

test("only this route accepts cross-site posts", async () => {
  const client = app.client();
  await client.signIn(person.email);
  const headers = { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" };
  for (const target of ["/settings", `/settings?next=${path}`, "/unsubscribe", "/logout"])
    expect([403, 404]).toContain(
      (
        await client.fetch(target, {
          method: "POST",
          headers,
          body: new URLSearchParams({ email_notifications: "disabled" }),
        })
      ).status,
    );
  expect(await isSubscribed()).toBe(true);
});
