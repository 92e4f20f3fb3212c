import { beforeEach, expect, test } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { queueMail } from "../../../app/models/outbox/outbox.server.ts";
import { readStatus } from "../../../app/models/status/status.server.ts";
import { beat, tryLease } from "../../../app/models/upkeep/lease.server.ts";
import { createUser } from "../../support/database/factories.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
const job = (name: string, changes: object = {}) => ({
  name,
  startedAt: at(-2),
  endedAt: at(-1),
  nextAt: at(3),
  failure: null,
  ...changes,
});

beforeEach(async () => {
  for (const table of ["leases", "job_problems", "outbox"] as const) await db.deleteFrom(table).execute();
});

test("each process shows the jobs of the one that holds the lease", async () => {
  const jobs = [
    job("lease"),
    job("news"),
    job("expired", { failure: "Expired rows could not be deleted." }),
    job("record", { startedAt: at(-60), endedAt: null }),
    job("mail"),
  ];
  await db
    .insertInto("leases")
    .values({ name: "jobs", holder: "another-machine boot 7", fence: 1, beats: 4, jobs: JSON.stringify(jobs) })
    .execute();
  await db
    .insertInto("job_problems")
    .values({ job: "mail", text: "No email could be sent.", advice: "Check it.", since: at(-600) })
    .execute();
  const [lease] = (await readStatus(now)).jobs.leases;
  expect(lease).toMatchObject({ holder: "A process of another machine", renewedAt: at(-2), until: at(13) });
  expect(lease?.jobs.map(({ label, isRunning, failure }) => [label, isRunning, failure])).toEqual([
    ["Queueing news", false, null],
    ["Deleting what has expired", false, "Expired rows could not be deleted."],
    ["Checking the record", true, null],
    ["Sending mail", false, "No email could be sent."],
  ]);
});

test("a beat says what its process runs", async () => {
  const lease = await tryLease("jobs", null);
  if ("at" in lease) throw new Error("It is held.");
  await beat(lease, JSON.stringify([job("lease"), job("feed")]));
  expect((await readStatus(now)).jobs.leases).toMatchObject([
    { holder: "This process", jobs: [{ label: "Feed of results", failure: null }] },
  ]);
});

test("a queue has what waits, what is due and for how long, and what was refused in the last hour", async () => {
  const { id } = await createUser(db);
  const queue = (seconds: number) =>
    write((trx) => queueMail(trx, id, { kind: "membership-active" }, new Date(at(seconds))));
  for (const seconds of [-300, -60, 600, -5000, -9000]) await queue(seconds);
  const ids = (await db.selectFrom("outbox").select("id").orderBy("id").execute()).map((row) => row.id);
  for (const [index, seconds] of [
    [3, -1800],
    [4, -7200],
  ] as const)
    await db
      .updateTable("outbox")
      .set({ state: "refused", finished_at: at(seconds) })
      .where("id", "=", ids[index] ?? 0)
      .execute();
  const [mail] = (await readStatus(now)).queues.channels;
  expect(mail).toEqual({ label: "Email", waiting: 3, due: 2, dueSince: at(-300), sending: 0, refused: 1 });
});

test("the database has its version and its migrations", async () => {
  const { program, migrations } = await readStatus(now);
  expect(program.engine).toMatch(/^(SQLite 3|PostgreSQL 1\d)\.\d/);
  expect(migrations).toMatchObject({ last: expect.stringMatching(/^2026/), pending: [] });
  expect(migrations.count).toBeGreaterThan(50);
});
