/** Clients that write without pauses, and what must be true of the database after a fault. */
import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "../../db/database.ts";
import { Client } from "../support/app/app.ts";
import { createUser } from "../support/database/factories.ts";
import { ledgerProblems } from "../support/database/ledger-problems.ts";
import { totals } from "../support/database/picks.ts";
import { expectSoundFile } from "../support/database/sound-file.ts";
import { withDatabase } from "../support/database/with-database.ts";
import { type MailServer, header } from "../support/mail-server.ts";
import type { StripeStandIn } from "../support/stripe.ts";
import { Ledger } from "./ledger.ts";
import { type Kind, everyKind } from "./writers.ts";

export interface Load {
  /** Begins to write. Returns the function that stops it and waits. */
  begin: () => () => Promise<void>;
  acknowledged: () => number;
  /** Of the kind of write that has the fewest. */
  leastAcknowledged: () => number;
  /** What was refused that must not be. */
  problems: string[];
  /** Compares the database with what was acknowledged. Call it while nobody writes. */
  problemsIn: () => Promise<string[]>;
  expectEveryKindWritten: () => void;
}

/**
 * `address` is the database of the servers at `origins`, which the clients use in turn. With `breaksCommits` a 503 may belong to a write that was stored:
 * the commit's answer was lost.
 */
export async function prepareLoad(
  address: string,
  origins: readonly string[],
  stripe: StripeStandIn,
  breaksCommits = false,
): Promise<Load> {
  const kinds = await withDatabase(address, (db) => prepare(db, origins, stripe));
  const ledgers = kinds.map(({ name }) => new Ledger(name));
  const problems: string[] = [];
  return {
    begin: () => {
      const stops = kinds.map((kind, index) =>
        write(kind, ledgers[index] ?? new Ledger("none"), { problems, breaksCommits }),
      );
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
    acknowledged: () => ledgers.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    leastAcknowledged: () => Math.min(...ledgers.map(({ acknowledged }) => acknowledged)),
    problems,
    problemsIn: () => withDatabase(address, (db) => problemsIn(db, address, kinds, ledgers)),
    expectEveryKindWritten: () =>
      expect(ledgers.filter(({ acknowledged }) => acknowledged < 5).map(({ kind }) => kind)).toEqual([]),
  };
}

async function prepare(db: Db, origins: readonly string[], stripe: StripeStandIn): Promise<Kind[]> {
  let clients = 0;
  const client = () => new Client(origins[clients++ % origins.length] ?? "");
  const [owner, member] = [await createUser(db, { role: "superadmin" }), await createUser(db)];
  const [staffClient, memberClient] = [client(), client()];
  await staffClient.signIn(owner.email);
  await memberClient.signIn(member.email);
  const people = { staff: staffClient, member: memberClient, memberId: member.id };
  return everyKind({ db }, client, people, stripe);
}

/** Writes until stopped, until the server is gone, or until an answer leaves it open whether the write was stored. */
function write(
  { name, writes }: Kind,
  ledger: Ledger,
  { problems, breaksCommits }: { problems: string[]; breaksCommits: boolean },
): () => Promise<void> {
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
      else if (response.status !== 503)
        problems.push(`${name} ${next.key}: refused with ${response.status}: ${body.slice(0, 200)}`);
      else if (breaksCommits) return;
      else ledger.refuse(next);
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

async function problemsIn(db: Db, address: string, kinds: Kind[], ledgers: Ledger[]): Promise<string[]> {
  expectSoundFile(address);
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

/** Every mail that counts as sent arrived, and none twice. */
export async function expectMailsSentOnce(address: string, mail: MailServer): Promise<void> {
  const sent = await withDatabase(address, async (db) => {
    const unfinished = () => db.selectFrom("outbox").select("id").where("finished_at", "is", null).execute();
    await vi.waitUntil(async () => (await unfinished()).length === 0, { timeout: 30_000, interval: 100 });
    const rows = await db.selectFrom("outbox").select("message_id").where("state", "=", "sent").execute();
    return rows.map(({ message_id }) => message_id);
  });
  const arrived = mail.taken.map((received) => /^<([^@]+)@/.exec(header(received.mail, "message-id") ?? "")?.[1] ?? "");
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(sent.filter((id) => !arrived.includes(id))).toEqual([]);
}
