import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client } from "../support/app/app.ts";
import { createUser } from "../support/database/factories.ts";
import { type MailServer, header, startMailServer } from "../support/mail-server.ts";
import { dropDatabase, newDatabase } from "../support/database/migrated.ts";
import { expectSoundFile } from "../support/database/sound-file.ts";
import { untilGone } from "../support/database/until-gone.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { totals } from "../support/database/picks.ts";
import { type Server, begin, firstAnswer, freePort, launch } from "../support/app/server.ts";
import { StripeStandIn } from "../support/stripe.ts";
import { Ledger } from "./ledger.ts";
import { record } from "./table.ts";
import { type Kind, everyKind } from "./writers.ts";

const rounds = 20;
const longestOutageMs = 3000;
const folder = mkdtempSync(join(tmpdir(), "simline-kill-"));
const stripe = new StripeStandIn();

let path: string;
let mail: MailServer;
let port: number;
let server: Server;
beforeAll(async () => {
  [mail, port] = [await startMailServer(), await freePort()];
  await stripe.start();
  path = await newDatabase(join(folder, "app.db"));
  server = await launch({ path, port, env: environment() });
});
afterAll(async () => {
  await server.end("SIGKILL");
  await Promise.all([mail.stop(), stripe.stop()]);
  await dropDatabase(path);
  rmSync(folder, { recursive: true, force: true });
});

test(
  `${rounds} times killed during writes: no acknowledged write is lost or doubled, and the next start answers within 3 s`,
  { timeout: 240_000 },
  async () => {
    const kinds = await withDatabase(path, prepare);
    const ledgers = kinds.map(({ name }) => new Ledger(name));
    const acknowledgedCount = () => ledgers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    const [problems, outages]: [string[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      const running = kinds.map((kind, index) => write(kind, ledgers[index] ?? new Ledger("none"), problems));
      const enough = acknowledgedCount() + randomInt(20, 200);
      await vi.waitUntil(() => acknowledgedCount() >= enough || problems.length > 0, { timeout: 30_000, interval: 1 });
      const { pid } = server;
      await server.end("SIGKILL");
      outages.push(await restart());
      for (const stop of running) await stop();
      await withDatabase(path, (db) => untilGone(db, pid));
      problems.push(...(await withDatabase(path, (db) => problemsIn(db, kinds, ledgers))));
      expect(problems, `after round ${round}`).toEqual([]);
    }
    expect(
      server
        .errors()
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("Mails that may already have been sent")),
    ).toEqual([]);
    await expectMailsSentOnce();
    expect(ledgers.filter(({ acknowledged }) => acknowledged < 5).map(({ kind }) => kind)).toEqual([]);
    record({
      fault: "kill -9 under writes of every kind",
      rounds,
      acknowledged: acknowledgedCount(),
      lost: problems.length,
      outageMs: Math.max(...outages),
    });
    // The median, because single starts depend on the machine's load.
    expect(outages.sort((one, other) => one - other)[rounds / 2]).toBeLessThan(longestOutageMs);
  },
);

function environment(): Record<string, string> {
  return { ...stripe.env, TRUST_PROXY: "1", SMTP_URL: mail.url, MAIL_FROM: "Simline <picks@simline.example>" };
}

async function prepare(db: Db): Promise<Kind[]> {
  const [owner, member] = [await createUser(db, { role: "superadmin" }), await createUser(db)];
  const [staffClient, memberClient] = [new Client(server.origin), new Client(server.origin)];
  await staffClient.signIn(owner.email);
  await memberClient.signIn(member.email);
  return everyKind(
    { db },
    () => new Client(server.origin),
    { staff: staffClient, member: memberClient, memberId: member.id },
    stripe,
  );
}

/** Writes until stopped or until the server is gone. Returns the function that stops it and waits. */
function write({ name, writes }: Kind, ledger: Ledger, problems: string[]): () => Promise<void> {
  let stopped = false;
  const loop = async () => {
    let answer: Record<string, unknown> | null = null;
    while (!stopped) {
      const { value: next } = await writes.next(answer);
      if (!next) return;
      ledger.begin(next);
      const response: Response | null = await next.send().catch(() => null);
      if (response === null) return;
      const body = await response.text().catch(() => "");
      // An earlier write without an answer was stored after all.
      const alreadyDone = response.status === (next.value === null ? 404 : 409);
      if (response.ok || response.status === 303 || alreadyDone) ledger.acknowledge(next);
      else if (response.status === 503) ledger.refuse(next);
      else problems.push(`${name} ${next.key}: refused with ${response.status}: ${body.slice(0, 200)}`);
      answer = response.ok ? parsedBody(body) : null;
    }
  };
  const running = loop();
  return () => {
    stopped = true;
    return running;
  };
}

function parsedBody(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function restart(): Promise<number> {
  const began = begin({ path, port, env: environment() });
  server = began.server;
  return firstAnswer(server);
}

async function problemsIn(db: Db, kinds: Kind[], ledgers: Ledger[]): Promise<string[]> {
  expectSoundFile(path);
  const problems: string[] = [];
  for (const [index, { stored }] of kinds.entries())
    problems.push(...(ledgers[index]?.compare(await texts(db, stored)) ?? []));
  const count = async (source: string) => (await texts(db, `select 1 as key, 1 as value from ${source}`)).length;
  const audited = (action: string) => count(`audit where action = '${action}'`);
  const { stored, counted } = await totals({ db });
  if (JSON.stringify(stored) !== JSON.stringify(counted))
    problems.push("the totals by day don't follow from the picks");
  for (const { key, value } of await texts(
    db,
    "select 'sidebar' as key, version as value from sidebar union all select kind, version from learn_lists",
  ))
    if (Number(value) !== (await audited(`${key}.changed`)) + 1)
      problems.push(`${key}: its version and its audit trail differ`);
  const torn = await count(
    "payouts p where not exists (select 1 from payout_items i where i.payout_id = p.id) or not exists (select 1 from payout_lines l where l.payout_id = p.id)",
  );
  if ((await count("payouts")) !== (await audited("payout.made")) || torn > 0)
    problems.push("a payout without its items, its lines or its audit entry");
  return [...problems, ...(await ledgerProblems({ db }))];
}

async function texts(db: Db, source: string): Promise<{ key: string; value: string }[]> {
  const { rows } = await sql.raw<{ key: unknown; value: unknown }>(source).execute(db);
  return rows.map(({ key, value }) => ({ key: String(key), value: String(value) }));
}

async function expectMailsSentOnce(): Promise<void> {
  const sent = await withDatabase(path, async (db) => {
    const unfinished = () => db.selectFrom("outbox").select("id").where("finished_at", "is", null).execute();
    await vi.waitUntil(async () => (await unfinished()).length === 0, { timeout: 30_000, interval: 100 });
    const rows = await db.selectFrom("outbox").select("message_id").where("state", "=", "sent").execute();
    return rows.map(({ message_id }) => message_id);
  });
  const arrived = mail.taken.map((received) => /^<([^@]+)@/.exec(header(received.mail, "message-id") ?? "")?.[1] ?? "");
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(sent.filter((id) => !arrived.includes(id))).toEqual([]);
}
