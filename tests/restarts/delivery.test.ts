import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { encrypt } from "../../app/models/encryption.server.ts";
import { type App, startApp } from "../support/app/app.ts";
import { createUser } from "../support/database/factories.ts";
import { type MailServer, header, startMailServer } from "../support/mail-server.ts";
import { publish } from "../support/database/picks.ts";
import { sessionSecret } from "../support/app/server.ts";
import { soon } from "../support/soon.ts";

const from = { MAIL_FROM: "Simline <picks@simline.example>" };
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function start(env: Readonly<Record<string, string>>): Promise<App> {
  const app = await startApp({ ...from, ...env });
  cleanups.push(app.stop);
  return app;
}

async function serve(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  cleanups.push(server.stop);
  return server;
}

async function queueCode(app: App, name = "one"): Promise<string> {
  const { id, email } = await createUser(app.db);
  const now = new Date().toISOString();
  await app.db
    .insertInto("outbox")
    .values({
      message_id: `${name}-${id}`,
      kind: "reset-code",
      user_id: id,
      params: JSON.stringify({ encrypted: encrypt("123456", `reset code of user ${id}`, [sessionSecret]) }),
      created_at: now,
      next_try_at: now,
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    })
    .execute();
  return email;
}

const states = async ({ db }: App) =>
  (await db.selectFrom("outbox").select("state").orderBy("id").execute()).map(({ state }) => state);
const addresses = (server: MailServer) => server.taken.flatMap(({ to }) => to);

test("a queued mail is sent without further action", async () => {
  const server = await serve();
  const app = await start({ SMTP_URL: server.url });
  const address = await queueCode(app);
  await vi.waitFor(async () => expect(await states(app)).toEqual(["sent"]), soon);
  expect(server.taken).toMatchObject([{ from: "picks@simline.example", to: [address] }]);
  expect(server.taken[0]?.mail.messageId).toMatch(/^<one-\d+@127\.0\.0\.1>$/);
  expect(app.errors()).toBe("");
});

test("new picks are announced in one mail with a one-click unsubscribe link", async () => {
  const server = await serve();
  const app = await start({ SMTP_URL: server.url });
  const staff = await app.signedIn("superadmin");
  await publish(staff, { pick: "Knicks +2.5" });
  await publish(staff, { pick: "Over 6.5", sport: "NHL" }, "/api/propicks");
  await publish(staff, { pick: "Backfilled", verdict: "✅" });
  expect(server.seen).toEqual([]);
  const member = await createUser(app.db);
  await app.db
    .updateTable("pick_rounds")
    .set({ last_pick_at: new Date(Date.now() - 180_000).toISOString() })
    .execute();
  await vi.waitFor(() => expect(server.taken).toHaveLength(2), soon);
  const [received] = server.taken.filter(({ to }) => to.includes(member.email));
  expect(received?.mail.subject).toBe("2 new picks: NBA, NHL");
  for (const body of [received?.mail.text, received?.mail.html]) {
    for (const words of ["Knicks +2.5", "Over 6.5", `${app.origin}/dashboard`, `${app.origin}/propicks`])
      expect(body).toContain(words);
    expect(body).not.toContain("Backfilled");
  }
  const link = /^<(.+)>$/.exec((received && header(received.mail, "List-Unsubscribe")) ?? "")?.[1] ?? "";
  expect(link.startsWith(`${app.origin}/unsubscribe/`)).toBe(true);
  const answer = await app
    .client()
    .fetch(link, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  const ended = await app.db
    .selectFrom("alert_choices")
    .select(["kind", "channel", "wanted"])
    .where("user_id", "=", member.id)
    .orderBy("kind")
    .execute();
  expect([answer.status, ended]).toEqual([
    200,
    [
      { kind: "new-picks", channel: "mail", wanted: 0 },
      { kind: "new-pro-picks", channel: "mail", wanted: 0 },
    ],
  ]);
  expect(app.errors()).toBe("");
});

test("a mail is not sent again if the app was killed after handing it over", async () => {
  const server = await serve({ onMail: () => new Promise(() => undefined) });
  const first = await start({ SMTP_URL: server.url });
  await queueCode(first, "doubtful");
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), soon);
  await first.kill();
  const next = await serve();
  const second = await start({ SMTP_URL: next.url, DATABASE_PATH: first.path });
  const after = await queueCode(first, "after");
  await vi.waitFor(async () => expect(await states(first)).toEqual(["handed-over", "sent"]), soon);
  expect([server.seen.length, addresses(next)]).toEqual([1, [after]]);
  expect(await first.db.selectFrom("outbox").select("params").where("finished_at", "is not", null).execute()).toEqual([
    { params: "{}" },
    { params: "{}" },
  ]);
  expect(second.errors()).toContain("are not sent again: 1.");
});

test("a mail is sent after a restart if the app was killed before handing it over", async () => {
  let recipients = 0;
  const server = await serve({
    onRecipient: () => {
      recipients += 1;
      return new Promise(() => undefined);
    },
  });
  const first = await start({ SMTP_URL: server.url });
  const address = await queueCode(first);
  await vi.waitFor(() => expect(recipients).toBe(1), soon);
  await first.kill();
  const next = await serve();
  const second = await start({ SMTP_URL: next.url, DATABASE_PATH: first.path });
  await vi.waitFor(async () => expect(await states(first)).toEqual(["sent"]), soon);
  expect([server.seen.length, addresses(next), second.errors()]).toEqual([0, [address], ""]);
});

test("a stopping server finishes the current mail and starts no other", async () => {
  let answer = (_code: undefined) => {};
  const server = await serve({
    onMail: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const app = await start({ SMTP_URL: server.url });
  await queueCode(app, "first");
  await vi.waitFor(() => expect(server.seen).toHaveLength(1), soon);
  await queueCode(app, "second");
  const stopped = app.end();
  await vi.waitFor(() => expect(fetch(app.origin)).rejects.toThrow(), soon);
  answer(undefined);
  await stopped;
  expect([await states(app), server.taken.length]).toEqual([["sent", "waiting"], 1]);
});

test("while the mail server is down the app answers, logs it once, and sends the mail later", async () => {
  const gone = await startMailServer();
  await gone.stop();
  const app = await start({ SMTP_URL: gone.url });
  const address = await queueCode(app);
  await vi.waitFor(
    () => expect(app.errors()).toContain("Mail can't be sent (ECONNREFUSED). It stays in the outbox."),
    soon,
  );
  const client = app.client();
  const began = performance.now();
  for (const path of ["/", "/login", "/"]) expect((await client.get(path)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2000);
  const back = await serve({ port: gone.port });
  await vi.waitFor(() => expect(addresses(back)).toEqual([address]), soon);
  expect(app.errors().trim().split("\n")).toHaveLength(1);
});

test("MAIL_DIR receives the mail as a file, and no address or code is logged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simline-mail-"));
  const app = await start({ MAIL_DIR: join(folder, "mail") });
  const address = await queueCode(app);
  await vi.waitFor(async () => expect(await states(app)).toEqual(["sent"]), soon);
  const [name = ""] = readdirSync(join(folder, "mail"));
  expect([name, readFileSync(join(folder, "mail", name), "utf8").includes(address)]).toEqual([
    expect.stringMatching(/^reset-code-one-\d+\.eml$/),
    true,
  ]);
  rmSync(folder, { recursive: true });
  expect(app.errors()).toBe("");
});
