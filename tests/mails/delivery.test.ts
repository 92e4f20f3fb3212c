import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { deliverDue } from "../../app/mails/delivery.server.ts";
import { smtpTransport } from "../../app/mails/mail.server.ts";
import { findDueMail, markHandedOver, scheduleRetry } from "../../app/models/outbox/due-mail.server.ts";
import { finishInterrupted } from "../../app/models/outbox/due-news.server.ts";
import { expireItems, queueMail } from "../../app/models/outbox/outbox.server.ts";
import { retryDelaysMs } from "../../app/models/outbox/retry.server.ts";
import { encryptCode } from "../../app/models/password-reset/reset-code.server.ts";
import { deleteExpired } from "../../app/models/upkeep/delete-expired.server.ts";
import { createUser } from "../support/database/factories.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { soon } from "../support/soon.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
/** Used for servers that never answer. The others may be slow on a busy machine. */
const shortTimeouts = { connectionTimeout: 1000, greetingTimeout: 1000, socketTimeout: 1000, dnsTimeout: 1000 };
const servers: MailServer[] = [];

async function serve(...serverOptions: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...serverOptions);
  servers.push(server);
  return server;
}

async function queueCode(code = "12345678", now = start): Promise<string> {
  const user = await createUser(db);
  await write((trx) => queueMail(trx, user.id, { kind: "reset-code", encrypted: encryptCode(user.id, code) }, now));
  return user.email;
}

async function handedOver(now = start): Promise<number> {
  await queueCode("12345678", now);
  const { id } = await db.selectFrom("outbox").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  await markHandedOver(id);
  return id;
}

const rows = () =>
  db.selectFrom("outbox").select(["state", "tries", "params", "next_try_at", "finished_at"]).orderBy("id").execute();
const states = async () => (await rows()).map(({ state }) => state);
const send = (server: { url: string }, now = start) => deliverDue(smtpTransport(server.url), () => now);
const sendImpatiently = (server: { url: string }) => deliverDue(smtpTransport(server.url, shortTimeouts), () => start);

beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

describe("a mail that the server accepts", () => {
  it("arrives once and complete, and its params are deleted", async () => {
    const server = await serve();
    const address = await queueCode("00471108");
    expect(await send(server)).toEqual({ taken: 1, others: [], unreachable: null });
    expect(server.taken.map(({ from, to }) => ({ from, to }))).toEqual([
      { from: "no-reply@simline.example", to: [address] },
    ]);
    const [mail] = server.taken.map((received) => received.mail);
    expect(mail?.messageId).toMatch(/^<[\w-]{43}\d+@simline\.example>$/);
    expect([mail?.text, mail?.html].every((text) => text?.includes("0047 1108"))).toBe(true);
    expect(mail?.subject).not.toContain("0047");
    expect(Math.abs(Date.parse(mail?.date ?? "") - Date.now())).toBeLessThan(minute);
    expect(await rows()).toMatchObject([{ state: "sent", params: "{}", finished_at: start.toISOString() }]);
    expect(await send(server, later(minute))).toMatchObject({ taken: 0 });
    expect(server.seen).toHaveLength(1);
  });

  it("shares one connection with the other mails of the run, which is closed at the end", async () => {
    const closed: string[] = [];
    const server = await serve({ options: { onClose: ({ id }) => void closed.push(id) } });
    for (const code of ["1", "2", "3"]) await queueCode(code);
    expect(await send(server)).toMatchObject({ taken: 3 });
    expect(new Set(server.taken.map(({ session }) => session)).size).toBe(1);
    await vi.waitFor(() => expect(closed).toEqual([server.taken[0]?.session]), soon);
  });

  it("is not sent when an smtps URL leads to a server without TLS", async () => {
    const server = await serve();
    await queueCode();
    expect(await send({ url: server.url.replace("smtp:", "smtps:") })).toMatchObject({
      taken: 0,
      unreachable: expect.any(String),
    });
    expect(server.seen).toEqual([]);
  });

  it("is sent with the credentials of the URL", async () => {
    const auth = { user: "post@simline.example", pass: "p:a/s s%" };
    const server = await serve({ auth });
    await queueCode();
    expect(await send(server)).toMatchObject({ taken: 1 });
    const other = await serve({ auth: { ...auth, pass: "other" } });
    await queueCode();
    expect(await send({ url: other.url.replace("other", "wrong") })).toEqual({
      taken: 0,
      others: [],
      unreachable: "EAUTH 535",
    });
    expect(await rows()).toMatchObject([{ state: "sent" }, { state: "waiting", tries: 0 }]);
  });

  it("goes to the recipient's current address", async () => {
    const server = await serve();
    await queueCode();
    const user = await db.selectFrom("users").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
    await db.updateTable("users").set({ email: "moved@example.test" }).where("id", "=", user.id).execute();
    await send(server);
    expect(server.taken[0]?.to).toEqual(["moved@example.test"]);
  });

  it("is sent after mail that expires earlier", async () => {
    const server = await serve();
    const lessUrgent = await queueCode("slow", later(5 * minute));
    const urgent = await queueCode("urgent", start);
    await send(server, later(6 * minute));
    expect(server.taken.flatMap(({ to }) => to)).toEqual([urgent, lessUrgent]);
  });
});

describe("a mail that the server does not accept", () => {
  it.each([
    ["for its recipient", "onRecipient"],
    ["for its content", "onMail"],
  ] as const)("is refused permanently %s, and the next one is still sent", async (_why, when) => {
    const codes = [550];
    const server = await serve({ [when]: () => codes.shift() });
    await queueCode("1");
    await queueCode("2");
    const run = await send(server);
    expect(run).toMatchObject({ taken: 1, others: [{ what: "refused" }] });
    expect(JSON.stringify(run)).not.toContain("@");
    expect(await rows()).toMatchObject([{ state: "refused", params: "{}", tries: 0 }, { state: "sent" }]);
    await send(server, later(minute));
    expect(server.taken).toHaveLength(1);
  });

  it.each([
    ["an unknown mailbox", "550 5.1.1 No such user"],
    ["a disabled mailbox", "550 5.2.1 Disabled"],
    ["its content", "554 5.6.0 Bad content"],
  ])("is refused permanently because of %s", async (_why, answer) => {
    const server = await serve({ onRecipient: () => answer });
    await queueCode();
    expect(await send(server)).toMatchObject({ taken: 0, others: [{ what: "refused" }] });
  });

  it.each([
    "554 5.7.1 Relay access denied",
    "550 5.7.26 Unauthenticated sender",
    "554 Transaction failed",
    "530 5.7.0 Authentication required",
  ])("is retried when the server would refuse all our mail (%s)", async (answer) => {
    const answers: string[] = [answer];
    const server = await serve({ onRecipient: () => answers.shift() });
    await queueCode();
    expect(await send(server)).toMatchObject({
      taken: 0,
      others: [{ what: "deferred", reason: expect.stringMatching(/ 5\d\d$/) }],
    });
    expect(await send(server, later(minute))).toMatchObject({ taken: 1 });
  });

  it("is retried when the server refuses our sender address", async () => {
    const server = await serve({
      options: {
        onMailFrom: (_address, _session, done) =>
          done(Object.assign(new Error("5.1.8 No such sender"), { responseCode: 550 })),
      },
    });
    await queueCode();
    expect((await send(server)).others).toMatchObject([{ what: "deferred" }]);
  });

  it.each([
    ["its recipient", "onRecipient"],
    ["its content", "onMail"],
  ] as const)("is retried with growing delays after a temporary refusal of %s", async (_why, when) => {
    const codes = [451, 421, 452];
    const server = await serve({ [when]: () => codes.shift() });
    await queueCode();
    let now = start;
    for (const wait of retryDelaysMs.slice(0, 3)) {
      expect((await send(server, now)).others).toMatchObject([{ what: "deferred" }]);
      expect((await send(server, new Date(now.getTime() + wait - 1))).others).toEqual([]);
      now = new Date(now.getTime() + wait);
    }
    expect(await send(server, now)).toMatchObject({ taken: 1 });
    expect(await rows()).toMatchObject([{ state: "sent", tries: 3 }]);
    expect(server.taken).toHaveLength(1);
  });

  it("expires, and its code is deleted", async () => {
    const server = await serve({ onRecipient: () => 451 });
    await queueCode();
    await send(server);
    await expireItems(later(10 * minute - 1));
    expect(await rows()).toMatchObject([{ state: "waiting" }]);
    await expireItems(later(10 * minute));
    expect(await rows()).toMatchObject([
      { state: "expired", params: "{}", finished_at: later(10 * minute).toISOString() },
    ]);
    expect((await send(server, later(10 * minute))).others).toEqual([]);
  });

  it("is not sent after its expiry, even when it is not marked as expired yet", async () => {
    const server = await serve();
    await queueCode();
    expect(await send(server, later(10 * minute))).toEqual({ taken: 0, others: [], unreachable: null });
    expect([await states(), server.seen]).toEqual([["waiting"], []]);
    expect(await send(server, later(10 * minute - 1))).toMatchObject({ taken: 1 });
  });

  it("expires without changing mail that was sent, is in doubt or is still valid", async () => {
    await queueCode();
    await send(await serve());
    const alreadyFinished = await handedOver();
    await handedOver();
    await db
      .updateTable("outbox")
      .set({ finished_at: later(1).toISOString() })
      .where("id", "=", alreadyFinished)
      .execute();
    await handedOver(later(minute));
    await queueCode();
    await expireItems(later(10 * minute));
    const end = later(10 * minute).toISOString();
    expect((await rows()).map(({ state, finished_at }) => [state, finished_at])).toEqual([
      ["sent", start.toISOString()],
      ["handed-over", later(1).toISOString()],
      ["handed-over", end],
      ["handed-over", null],
      ["expired", end],
    ]);
  });

  it("waits unchanged while the server is down, and is sent when it is up again", async () => {
    const down = await startMailServer();
    await down.stop();
    await queueCode("1");
    await queueCode("2");
    expect(await send(down)).toEqual({ taken: 0, others: [], unreachable: "ECONNREFUSED" });
    expect(await rows()).toMatchObject([
      { state: "waiting", tries: 0 },
      { state: "waiting", tries: 0 },
    ]);
    const back = await serve({ port: down.port });
    expect(await send(back, later(1000))).toMatchObject({ taken: 2 });
  });

  it("waits when the server never greets", async () => {
    const server = await serve({ options: { onConnect: () => undefined } });
    await queueCode();
    expect((await sendImpatiently(server)).unreachable).toMatch(/TIMEDOUT|TIMEOUT/);
    expect(await states()).toEqual(["waiting"]);
  });

  it("is retried when the server stops answering before it has the mail", async () => {
    const server = await serve({ onRecipient: () => new Promise(() => undefined) });
    await queueCode();
    expect((await sendImpatiently(server)).others).toMatchObject([{ what: "deferred" }]);
    expect(await rows()).toMatchObject([{ state: "waiting", tries: 1 }]);
  });
});

describe("an address", () => {
  const refusals = async () =>
    (await db.selectFrom("users").select("mail_refusals").orderBy("id", "desc").executeTakeFirstOrThrow())
      .mail_refusals;
  const queueFor = (id: number) =>
    write((trx) => queueMail(trx, id, { kind: "reset-code", encrypted: encryptCode(id, "12345678") }, start));

  it("that refuses mails for good is counted, until it takes one", async () => {
    const codes: (number | undefined)[] = [550, 550, 551];
    const server = await serve({ onRecipient: () => codes.shift() });
    const { id } = await createUser(db);
    const counts: number[] = [];
    for (let mail = 0; mail < 4; mail += 1) {
      await queueFor(id);
      await send(server);
      counts.push(await refusals());
    }
    expect(counts).toEqual([1, 2, 3, 0]);
  });

  it("is not counted for the content of a mail, or while its server is busy", async () => {
    const { id } = await createUser(db);
    await queueFor(id);
    await send(await serve({ onMail: () => 554 }));
    await queueFor(id);
    await send(await serve({ onRecipient: () => 451 }));
    expect(await refusals()).toBe(0);
  });
});

describe("a mail that the server may have accepted", () => {
  it("is never sent again when the server does not answer", async () => {
    const server = await serve({ onMail: () => new Promise(() => undefined) });
    await queueCode();
    expect((await sendImpatiently(server)).others).toMatchObject([{ what: "in-doubt" }]);
    expect(await rows()).toMatchObject([{ state: "handed-over", params: "{}", finished_at: start.toISOString() }]);
    await send(server, later(5 * minute));
    expect(server.seen).toHaveLength(1);
  });

  it("is recorded as handed over before the server can accept it", async () => {
    const recorded: string[] = [];
    const server = await serve({
      onMail: async () => {
        recorded.push(...(await states()));
        return undefined;
      },
    });
    await queueCode();
    await send(server);
    expect([recorded, await states()]).toEqual([["handed-over"], ["sent"]]);
  });

  it("is finished as in doubt at the next start", async () => {
    const server = await serve();
    await queueCode();
    const row = await db.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
    await markHandedOver(row.id);
    expect(await finishInterrupted(later(minute))).toBe(1);
    expect(await rows()).toMatchObject([
      { state: "handed-over", params: "{}", finished_at: later(minute).toISOString() },
    ]);
    expect([await finishInterrupted(later(minute)), (await send(server, later(minute))).taken]).toEqual([0, 0]);
  });
});

it("a mail that was queued or rescheduled with a wrong clock is sent when the clock is right again", async () => {
  const server = await serve();
  const [wrong, hour] = [later(400 * 24 * 60 * minute), 60 * minute];
  await queueCode("1", wrong);
  await queueCode("2", wrong);
  const mail = await findDueMail(wrong);
  if (mail) await scheduleRetry({ ...mail, tries: 9 }, false, "", wrong);
  expect(await send(server, start)).toMatchObject({ taken: 2 });
  await queueCode("3", later(hour));
  expect([await send(server, start), await send(server, later(hour))]).toMatchObject([{ taken: 0 }, { taken: 1 }]);
});

it("a mail that is finished as in doubt can't be rescheduled by an earlier holder", async () => {
  await queueCode();
  const mail = await findDueMail(start);
  if (!mail) throw new Error("No mail is due.");
  await markHandedOver(mail.id);
  await finishInterrupted(start);
  await scheduleRetry(mail, true, "", start);
  expect(await rows()).toMatchObject([{ state: "handed-over", tries: 0, finished_at: start.toISOString() }]);
});

describe("handing a mail over", () => {
  it("is aborted when it can't be recorded, and the server accepts nothing", async () => {
    const server = await serve();
    const letter = {
      id: 1,
      kind: "test",
      messageId: "m",
      to: { name: "A", address: "a@example.test" },
      subject: "S",
      text: "T",
      html: "<p>T</p>",
      unsubscribeUrl: null,
    };
    const outcome = await smtpTransport(server.url).send(letter, () => Promise.reject(new Error("disk full")));
    expect(outcome).toMatchObject({ what: "deferred" });
    await server.stop();
    expect(server.seen).toEqual([]);
  });

  it("is aborted when another process has taken the mail", async () => {
    let id = 0;
    const server = await serve({
      onRecipient: async () => {
        await markHandedOver(id);
        return undefined;
      },
    });
    await queueCode();
    id = (await db.selectFrom("outbox").select("id").executeTakeFirstOrThrow()).id;
    await send(server);
    expect(await rows()).toMatchObject([{ state: "handed-over", finished_at: null, tries: 0 }]);
    expect(server.seen).toEqual([]);
  });
});

it("a mail to an invalid address is refused, and the next one is still sent", async () => {
  const server = await serve();
  const bad = await createUser(db, { email: "<bad>x@example.test" });
  await write((trx) => queueMail(trx, bad.id, { kind: "reset-code", encrypted: encryptCode(bad.id, "1") }, start));
  await queueCode("2");
  expect(await send(server)).toMatchObject({ taken: 1, others: [{ what: "refused" }] });
});

it("a mail that can't be composed waits, and the next one is still sent", async () => {
  const server = await serve();
  await queueCode("1");
  await queueCode("2");
  const transport = smtpTransport(server.url);
  const run = await deliverDue(
    {
      ...transport,
      send: (letter, handOver) =>
        letter.text.includes("    1\n")
          ? Promise.reject(new TypeError("somebody@example.test"))
          : transport.send(letter, handOver),
    },
    () => start,
  );
  expect(run).toMatchObject({ taken: 1, others: [{ what: "deferred", reason: "TypeError" }] });
  expect(await states()).toEqual(["waiting", "sent"]);
});

it("no further mail is sent after the server is told to stop", async () => {
  const server = await serve();
  await queueCode("1");
  await queueCode("2");
  const run = await deliverDue(
    smtpTransport(server.url),
    () => start,
    () => server.taken.length === 0,
  );
  expect(run.taken).toBe(1);
  expect(await states()).toEqual(["sent", "waiting"]);
});

it("a mail of an unknown kind, queued by a newer version, expires unsent", async () => {
  const server = await serve();
  const user = await createUser(db);
  const [now, expires] = [start.toISOString(), later(minute).toISOString()];
  await db
    .insertInto("outbox")
    .values({
      message_id: "m",
      kind: "birthday",
      user_id: user.id,
      params: '{"age":40}',
      created_at: now,
      next_try_at: now,
      expires_at: expires,
    })
    .execute();
  await queueCode();
  expect(await send(server)).toMatchObject({ taken: 1, others: [] });
  expect(await states()).toEqual(["expired", "sent"]);
});

it("finished rows are kept for a month", async () => {
  const server = await serve();
  await queueCode();
  await send(server);
  await deleteExpired(later(29 * 24 * 60 * minute));
  expect(await rows()).toHaveLength(1);
  await deleteExpired(later(31 * 24 * 60 * minute));
  expect(await rows()).toEqual([]);
});
