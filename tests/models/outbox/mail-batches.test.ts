import { beforeEach, expect, it } from "vitest";
import { batchSize, db, write } from "../../../app/db.server.ts";
import { expireItems } from "../../../app/models/outbox/outbox.server.ts";
import { closeDueRound, joinRound, quietMs } from "../../../app/models/news/pick-round.server.ts";
import { createPick, createUsers } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const readers = 2 * batchSize + 1;
const start = new Date("2026-11-21T15:00:00.000Z");
const closing = new Date(start.getTime() + quietMs);
const nextDay = new Date(start.getTime() + 86_400_000);

const mails = () => db.selectFrom("outbox").select(["user_id", "state"]).orderBy("user_id").execute();
const queues = () => db.selectFrom("round_queues").select("queued_to").execute();
const transactions = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).filter((statement) => /^(?:begin immediate|start transaction)/.test(statement)).length;

beforeEach(async () => {
  for (const table of ["outbox", "pick_rounds", "picks", "users"] as const) await db.deleteFrom(table).execute();
  await createUsers(db, readers, "reader");
  await write(async (trx) => joinRound(trx, await createPick(trx, { created_at: start.toISOString() })));
});

it("queues a round's mails in small transactions, one mail per reader", async () => {
  expect(await transactions(() => closeDueRound(closing))).toBe(1 + 3);
  const queued = await mails();
  expect([queued.length, new Set(queued.map(({ user_id }) => user_id)).size, await queues()]).toEqual([
    readers,
    readers,
    [],
  ]);
  expect(await transactions(() => closeDueRound(closing))).toBe(0);
});

it("continues a round where it was stopped, and queues each mail once", async () => {
  let calls = 0;
  await closeDueRound(closing, () => {
    calls += 1;
    return calls <= 1;
  });
  expect([(await mails()).length, await queues()]).toEqual([
    batchSize,
    [{ queued_to: (await mails()).at(-1)?.user_id }],
  ]);
  await Promise.all([closeDueRound(nextDay), closeDueRound(nextDay)]);
  const queued = await mails();
  expect([queued.length, new Set(queued.map(({ user_id }) => user_id)).size, await queues()]).toEqual([
    readers,
    readers,
    [],
  ]);
});

it("expires late mails in small transactions", async () => {
  await closeDueRound(closing);
  expect(await transactions(() => expireItems(nextDay))).toBe(3);
  expect(new Set((await mails()).map(({ state }) => state))).toEqual(new Set(["expired"]));
  expect(await transactions(() => expireItems(nextDay))).toBe(0);
});

it("finds late mails by an index, without reading finished ones", async () => {
  await closeDueRound(closing);
  await db.updateTable("outbox").set({ state: "handed-over", finished_at: closing.toISOString() }).execute();
  const [query = ""] = (await statementsOf(() => expireItems(nextDay))).filter((statement) =>
    statement.startsWith("select"),
  );
  const { rows } = await db.executeQuery<{ detail: string }>({
    ...db.selectFrom("outbox").selectAll().compile(),
    sql: `explain query plan ${query.replaceAll("+?", "null")}`,
    parameters: [],
  });
  expect(rows.map(({ detail }) => detail)).toEqual([
    expect.stringContaining("outbox_unfinished (state=? AND channel=? AND expires_at<?)"),
  ]);
});
