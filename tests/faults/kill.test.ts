import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { type Connection, openDatabase } from "../../db/sqlite/open.ts";
import { Client } from "../support/app/app.ts";
import { createUser } from "../support/database/factories.ts";
import { type MailServer, header, startMailServer } from "../support/mail-server.ts";
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
const path = join(folder, "app.db");
const stripe = new StripeStandIn();

let mail: MailServer;
let port: number;
let server: Server;
beforeAll(async () => {
  [mail, port] = [await startMailServer(), await freePort()];
  await stripe.start();
  await migrate(path);
  server = await launch({ path, port, env: environment() });
});
afterAll(async () => {
  await server.end("SIGKILL");
  await Promise.all([mail.stop(), stripe.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

test(
  `${rounds} times killed during writes: no acknowledged write is lost or doubled, and the next start answers within 3 s`,
  { timeout: 240_000 },
  async () => {
    const kinds = await withDatabase(prepare);
    const ledgers = kinds.map(({ name }) => new Ledger(name));
    const acknowledgedCount = () => ledgers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    const [problems, outages]: [string[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      const running = kinds.map((kind, index) => write(kind, ledgers[index] ?? new Ledger("none"), problems));
      const enough = acknowledgedCount() + randomInt(20, 200);
      await vi.waitUntil(() => acknowledgedCount() >= enough || problems.length > 0, { timeout: 30_000, interval: 1 });
      await server.end("SIGKILL");
      outages.push(await restart());
      for (const stop of running) await stop();
      problems.push(...(await withDatabase((connection) => problemsIn(connection, kinds, ledgers))));
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

/** Closes the file again: only the server has it open when it is killed, so the next start must recover it. */
async function withDatabase<R>(work: (connection: Connection) => Promise<R>): Promise<R> {
  const connection = openDatabase(path);
  try {
    return await work(connection);
  } finally {
    connection.sqlite.close();
  }
}

async function prepare({ db }: Connection): Promise<Kind[]> {
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

async function problemsIn({ db, sqlite }: Connection, kinds: Kind[], ledgers: Ledger[]): Promise<string[]> {
  const count = (source: string) =>
    sqlite.prepare<[], { count: number }>(`select count(*) as count from (${source})`).get()?.count ?? 0;
  const { stored, counted } = await totals({ db });
  const audited = (action: string) => count(`select 1 from audit where action = '${action}'`);
  const versions = sqlite
    .prepare<[], { name: string; version: number }>(
      "select 'sidebar' as name, version from sidebar union all select kind, version from learn_lists",
    )
    .all();
  return [
    ...kinds.flatMap(({ stored: source }, index) => ledgers[index]?.compare(texts(sqlite, source)) ?? []),
    ...texts(sqlite, "select 'integrity_check' as key, integrity_check as value from pragma_integrity_check").flatMap(
      ({ value }) => (value === "ok" ? [] : [value]),
    ),
    ...(count("select 1 from pragma_foreign_key_check") > 0 ? ["rows without their parent"] : []),
    ...(await ledgerProblems({ db })),
    ...(JSON.stringify(stored) === JSON.stringify(counted) ? [] : ["the totals by day do not follow from the picks"]),
    ...versions
      .filter(({ name, version }) => version !== audited(`${name}.changed`) + 1)
      .map(({ name }) => `${name}: its version and its audit trail differ`),
    ...(count("select 1 from payouts") === audited("payout.made") &&
    count(
      "select 1 from payouts p where not exists (select 1 from payout_items i where i.payout_id = p.id) or not exists (select 1 from payout_lines l where l.payout_id = p.id)",
    ) === 0
      ? []
      : ["a payout without its items, its lines or its audit entry"]),
  ];
}

function texts(sqlite: BetterSqlite3.Database, source: string): { key: string; value: string }[] {
  return sqlite
    .prepare<[], { key: unknown; value: unknown }>(source)
    .all()
    .map(({ key, value }) => ({ key: String(key), value: String(value) }));
}

async function expectMailsSentOnce(): Promise<void> {
  const sqlite = new BetterSqlite3(path, { readonly: true });
  await vi.waitUntil(
    () => texts(sqlite, "select id as key, state as value from outbox where finished_at is null").length === 0,
    { timeout: 30_000, interval: 100 },
  );
  const sent = texts(sqlite, "select message_id as key, state as value from outbox where state = 'sent'").map(
    ({ key }) => key,
  );
  sqlite.close();
  const arrived = mail.taken.map((received) => /^<([^@]+)@/.exec(header(received.mail, "message-id") ?? "")?.[1] ?? "");
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(sent.filter((id) => !arrived.includes(id))).toEqual([]);
}
