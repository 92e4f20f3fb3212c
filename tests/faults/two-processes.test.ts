/** Two servers on one database do the same things at the same moment: each of them happens once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client, complaints } from "../support/app/app.ts";
import { retriedJob } from "../support/app/log.ts";
import { type Server, launchOnFreePort } from "../support/app/server.ts";
import { createAffiliate } from "../support/database/affiliates.ts";
import { createUser, nextNumber, pickFields, testPassword } from "../support/database/factories.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { totals } from "../support/database/picks.ts";
import { expectSoundFile } from "../support/database/sound-file.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { betOn, gradingEnv, newGame, publishOn, resultOf } from "../support/grading.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { StripeStandIn } from "../support/stripe.ts";
import { record } from "./table.ts";
import { expectMailsSentOnce } from "./under-load.ts";

const rounds = 5;
const games = 10;
const picksOfEach = 5;
const codes = 20;
const folder = mkdtempSync(join(tmpdir(), "simline-two-"));
const stripe = new StripeStandIn();

interface Site {
  server: Server;
  staff: Client;
}

let path: string;
let mail: MailServer;
let sites: Site[] = [];
beforeAll(async () => {
  mail = await startMailServer();
  await stripe.start();
  path = await newDatabase(join(folder, "app.db"));
  sites = [await startSite(), await startSite()];
});
afterAll(async () => {
  await Promise.all(sites.map(({ server }) => server.end("SIGKILL")));
  await Promise.all([mail.stop(), stripe.stop()]);
  await dropDatabase(path);
  rmSync(folder, { recursive: true, force: true });
});

test(`${rounds} times two processes publish, grade, send mails and take a payment at once: nothing is lost or doubled`, async () => {
  let acknowledged = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const works = await Promise.all([grading(), publishing(), mailing(), paying()]);
    await Promise.all(works.map(({ atBoth }) => atBoth()));
    await withDatabase(path, async (db) => {
      for (const { check } of works) await check(db);
      const { stored, counted } = await totals({ db });
      expect(stored, `after round ${round}`).toEqual(counted);
      expect(await ledgerProblems({ db }), `after round ${round}`).toEqual([]);
    });
    expect(new Set(await Promise.all(sites.map(shown))).size, `both show the same after round ${round}`).toBe(1);
    acknowledged += works.reduce((sum, { writes }) => sum + writes, 0);
  }
  await expectMailsSentOnce(path, mail);
  expect(await withDatabase(path, mailStates)).toEqual(["sent"]);
  expectSoundFile(path);
  expect(sites.flatMap(({ server }) => complaints(server)).filter((line) => !retriedJob.test(line))).toEqual([]);
  record({ fault: "two processes do the same at once", rounds, acknowledged, lost: 0 });
});

interface Work {
  atBoth: () => Promise<void>;
  /** What must be in the database then. */
  check: (db: Db) => Promise<void>;
  /** So many are stored. */
  writes: number;
}

/** The same results are sent to both. */
async function grading(): Promise<Work> {
  const played = Array.from({ length: games }, newGame);
  const ids: number[] = [];
  for (const game of played) ids.push(await publishOn(first().staff, game));
  const results = played.map((game) => resultOf(game));
  return {
    writes: games,
    atBoth: async () => {
      const answers = await atBothSites(({ staff }) =>
        untilSaved(() => staff.call("POST", "/api/results", { results, apply: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    },
    check: async (db) => {
      const settled = await db.selectFrom("picks").select(["verdict", "units_result"]).where("id", "in", ids).execute();
      expect(settled).toEqual(played.map(() => ({ verdict: "✅", units_result: 0.91 })));
      const trail = db.selectFrom("audit").select("id").where("action", "=", "pick.settled");
      expect(await trail.where("subject_id", "in", ids).execute()).toHaveLength(games);
      const homes = played.map(({ home }) => home);
      expect(await db.selectFrom("results").select("id").where("home", "in", homes).execute()).toHaveLength(games);
    },
  };
}

/** Each publishes in both streams. */
async function publishing(): Promise<Work> {
  const ids: number[] = [];
  const publishSome = async (staff: Client, api: string) => {
    for (let count = 0; count < picksOfEach; count += 1) {
      const pick = pickFields(betOn(newGame()));
      const answer = await untilSaved(() => staff.call("POST", api, pick));
      const { id } = await answer.json();
      expect(answer.status).toBe(201);
      ids.push(id);
    }
  };
  return {
    writes: 4 * picksOfEach,
    atBoth: async () => {
      await atBothSites(({ staff }) =>
        Promise.all([publishSome(staff, "/api/picks"), publishSome(staff, "/api/propicks")]),
      );
    },
    check: async (db) => {
      const published = await db.selectFrom("picks").select("id").where("id", "in", ids).execute();
      expect([published.length, new Set(ids).size]).toEqual([4 * picksOfEach, 4 * picksOfEach]);
    },
  };
}

/** Half of the codes are asked for at each. Both deliver all that wait. */
async function mailing(): Promise<Work> {
  const emails = await withDatabase(path, async (db) => {
    const people = [];
    for (let count = 0; count < codes; count += 1) people.push((await createUser(db)).email);
    return people;
  });
  return {
    writes: codes,
    atBoth: async () => {
      const answers = await Promise.all(
        emails.map((email, index) => visit(sites[index % 2] ?? first(), "/api/request-otp", { email })),
      );
      expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    },
    check: async (db) => {
      const queued = db.selectFrom("outbox").innerJoin("users", "users.id", "outbox.user_id").select("email");
      expect((await queued.where("email", "in", emails).execute()).length).toBe(codes);
    },
  };
}

/** Two people use one paid checkout, and Stripe sends its events to both. */
async function paying(): Promise<Work> {
  const { session, subscription, invoice } = stripe.buy();
  const events = [
    stripe.event("checkout.session.completed", session.id),
    stripe.event("invoice.paid", invoice.id),
    stripe.event("customer.subscription.updated", subscription.id),
  ];
  const { ref_code } = await withDatabase(path, async (db) => {
    const id = await createAffiliate(db);
    return db.selectFrom("affiliates").select("ref_code").where("id", "=", id).executeTakeFirstOrThrow();
  });
  const emails = [1, 2].map(() => `pays${nextNumber()}@example.test`);
  const signUp = (site: Site) =>
    visit(
      site,
      "/api/signup",
      {
        name: "Jordan Test",
        phone: "555-0100",
        email: emails[sites.indexOf(site)],
        password: testPassword,
        session_id: session.id,
      },
      { "X-Affiliate-Ref": ref_code },
    );
  return {
    writes: 1 + events.length,
    atBoth: async () => {
      const [signUps, reports] = await Promise.all([
        atBothSites(signUp),
        atBothSites(({ server }) =>
          Promise.all(events.map((event) => untilSaved(() => stripe.deliver(server.origin, event)))),
        ),
      ]);
      expect(signUps.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const { error } = await signUps.find(({ status }) => status === 409)?.json();
      expect(error).toContain("This payment has already been used for an account.");
      expect(reports.flat().map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    },
    check: async (db) => {
      const accounts = await db.selectFrom("users").select("id").where("email", "in", emails).execute();
      expect(accounts).toHaveLength(1);
      const user_id = accounts[0]?.id ?? 0;
      const paid = db.selectFrom("subscriptions").select(["user_id", "by_email", "status"]);
      expect(await paid.where("id", "=", subscription.id).execute()).toEqual([
        { user_id, by_email: 0, status: "active" },
      ]);
      const payments = db.selectFrom("payments").select("amount_cents").where("subscription_id", "=", subscription.id);
      expect(await payments.execute()).toEqual([{ amount_cents: 4900 }]);
      const earned = db
        .selectFrom("commissions")
        .innerJoin("referrals", "referrals.id", "referral_id")
        .select("amount_cents")
        .where("user_id", "=", user_id);
      expect(await earned.execute()).toEqual([{ amount_cents: 980 }]);
      const trail = db
        .selectFrom("audit")
        .select("action")
        .where("subject_id", "=", user_id)
        .where("subject", "=", "user");
      expect((await trail.orderBy("action").execute()).map(({ action }) => action)).toEqual([
        "membership.paid",
        "user.created",
      ]);
      const handled = db.selectFrom("stripe_events").select("id");
      const ids = events.map(({ id }) => id);
      expect((await handled.where("id", "in", ids).execute()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    },
  };
}

async function startSite(): Promise<Site> {
  const env = { ...stripe.env, ...gradingEnv, SMTP_URL: mail.url, MAIL_FROM: "Simline <picks@simline.example>" };
  const server = await launchOnFreePort({ path, env });
  const staff = new Client(server.origin);
  const { email } = await withDatabase(path, (db) => createUser(db, { role: "superadmin" }));
  expect((await staff.signIn(email)).status).toBe(303);
  return { server, staff };
}

function first(): Site {
  const [site] = sites;
  if (!site) throw new Error("No server has been started.");
  return site;
}

function atBothSites<R>(work: (site: Site) => Promise<R>): Promise<R[]> {
  return Promise.all(sites.map(work));
}

/** On a busy machine the other's writes can take longer than a write waits: then it says so, and has stored nothing. */
async function untilSaved(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.status !== 503 || tries === 5) return answer;
    await passed(200);
  }
}

/** Rate limits count by address, so each visitor has one of their own. */
function visit(
  { server }: Site,
  to: string,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const number = nextNumber();
  const request = {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      Origin: server.origin,
      "Content-Type": "application/json",
      "X-Forwarded-For": `10.1.${number >> 8}.${number & 255}`,
      ...headers,
    },
  };
  return untilSaved(() => fetch(new URL(to, server.origin), request));
}

/** What each computes from the picks, and the head of the record. */
async function shown({ staff }: Site): Promise<string> {
  const pages = ["/api/picks/record", "/api/propicks/record", "/record/head.txt"];
  return (await Promise.all(pages.map((page) => staff.text(page)))).join("\n");
}

async function mailStates(db: Db): Promise<string[]> {
  return (await db.selectFrom("outbox").select("state").distinct().execute()).map(({ state }) => state);
}
