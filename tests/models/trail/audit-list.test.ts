import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { auditCsv } from "../../../app/downloads/audit-csv.ts";
import { db, write } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { listAudit, readAuditPage, listAuditForFile } from "../../../app/models/trail/audit-list.server.ts";
import { signInActions } from "../../../app/models/trail/action-text.ts";
import { recordAudit } from "../../../app/models/trail/audit.server.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { deleteUser, giveRole } from "../../../app/models/people/user-account.server.ts";
import { roles } from "../../../app/policy.ts";
import { actorOf, createUser, pickFields, visitor } from "../../support/database/factories.ts";
import { plansOf } from "../../support/database/sqlite-plans.ts";
import { statementsOf } from "../../support/database/statements.ts";

let superadmin: SignedInActor;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T14:30:00.000Z") });
  const { id } = await createUser(db, { role: "superadmin", name: "Sam Test" });
  superadmin = actorOf("superadmin", id);
});
afterEach(() => void vi.useRealTimers());

type Entry = Parameters<typeof recordAudit>[1];
const record = (entry: Partial<Entry> = {}, at?: string) => {
  if (at !== undefined) vi.setSystemTime(new Date(at));
  return write((trx) =>
    recordAudit(trx, {
      actorId: superadmin.person.id,
      action: "user.suspended",
      subject: "user",
      subjectId: 1,
      ...entry,
    }),
  );
};
const openOwnEntries = async (input: Readonly<Record<string, unknown>> = {}) =>
  readAuditPage(superadmin, { who: String(superadmin.person.id), ...input });

describe("the audit trail", () => {
  test("is open only to superadmins", async () => {
    for (const operation of [readAuditPage, listAudit, listAuditForFile]) {
      await expect(operation(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
      for (const role of roles.slice(0, 3))
        await expect(operation(actorOf(role), {}), role).rejects.toMatchObject({ reason: "forbidden" });
      await operation(superadmin, {});
    }
  });

  test("has the actor, action, subject, time and changes of each entry, newest first", async () => {
    const other = await createUser(db, { name: "Kim Test" });
    const pick = await regularPicks.addPick(superadmin, pickFields({ pick: "Knicks +2.5" }));
    vi.setSystemTime(new Date("2026-11-21T15:00:00.000Z"));
    await regularPicks.savePick(superadmin, { id: String(pick.id), verdict: "✅", units_result: "1.36" });
    await giveRole(superadmin, { id: String(other.id), role: "admin" });
    const { entries, total, page, pages } = await openOwnEntries();
    expect([total, page, pages]).toEqual([3, 1, 1]);
    expect(entries.map(({ id: _id, changes, ...entry }) => ({ ...entry, changes: changes.slice(0, 2) }))).toEqual([
      {
        at: "2026-11-21T15:00:00.000Z",
        action: "role.changed",
        actor: { id: superadmin.person.id, name: "Sam Test", gone: false },
        key: null,
        job: null,
        subject: "user",
        subject_id: other.id,
        subject_name: "Kim Test",
        changes: [{ field: "role", before: "User", after: "Admin" }],
      },
      {
        at: "2026-11-21T15:00:00.000Z",
        action: "pick.settled",
        actor: { id: superadmin.person.id, name: "Sam Test", gone: false },
        key: null,
        job: null,
        subject: "pick",
        subject_id: pick.id,
        subject_name: null,
        changes: [
          { field: "verdict", before: "", after: "✅" },
          { field: "units_result", before: "", after: "1.36" },
        ],
      },
      {
        at: "2026-11-21T14:30:00.000Z",
        action: "pick.published",
        actor: { id: superadmin.person.id, name: "Sam Test", gone: false },
        key: null,
        job: null,
        subject: "pick",
        subject_id: pick.id,
        subject_name: null,
        changes: [
          { field: "game", before: null, after: "Boston Celtics @ New York Knicks" },
          { field: "game_date", before: null, after: "11/20/2026" },
        ],
      },
    ]);
  });

  test("names a deleted account by its id, and can be filtered by it", async () => {
    const gone = await createUser(db);
    await deleteUser(superadmin, { id: String(gone.id) });
    await record({ actorId: gone.id, action: "session.begun", subjectId: gone.id });
    const { entries } = await readAuditPage(superadmin, { who: String(gone.id), sign_ins: "1" });
    expect(entries).toMatchObject([{ actor: { id: gone.id, name: null }, subject_id: gone.id, subject_name: null }]);
    expect(auditCsv(entries)).toContain(
      `,${gone.id},deleted user ${gone.id},session.begun,Signed in,user,${gone.id},deleted user ${gone.id},`,
    );
  });

  test("never shows secrets, even when an entry contains some", async () => {
    await record({
      after: {
        password_hash: "SECRET",
        token: "SECRET",
        otp_code: "SECRET",
        email: "SECRET@x.example",
        totp_secret: "SECRET",
        status: "Active",
      },
    });
    expect((await openOwnEntries()).entries[0]?.changes).toEqual([{ field: "status", before: null, after: "Active" }]);
  });

  test("shows at most 1,000 characters of a value", async () => {
    await record({ subject: "sidebar", before: { notes: "é".repeat(1000) }, after: { notes: "x".repeat(5000) } });
    const [change] = (await openOwnEntries()).entries[0]?.changes ?? [];
    expect(change?.before).toBe("é".repeat(1000));
    expect(change?.after).toBe(`${"x".repeat(999)}…`);
  });
});

describe("the filters of the audit trail", () => {
  test("select by actor, action, subject and subject id", async () => {
    const { email, id } = await createUser(db, { role: "superadmin" });
    await record({ actorId: id, action: "user.activated", subjectId: 7 });
    await record({ actorId: id, action: "pick.deleted", subject: "pick", subjectId: 7 });
    await record({ actorId: id, action: "pick.deleted", subject: "pick", subjectId: 8 });
    const found = async (input: Readonly<Record<string, unknown>>) =>
      (await readAuditPage(superadmin, { who: email.toUpperCase(), ...input })).entries.map(
        ({ action, subject_id }) => `${action} ${subject_id}`,
      );
    expect(await found({})).toEqual(["pick.deleted 8", "pick.deleted 7", "user.activated 7"]);
    expect(await found({ action: "pick.deleted" })).toEqual(["pick.deleted 8", "pick.deleted 7"]);
    expect(await found({ subject: "pick", subject_id: "7" })).toEqual(["pick.deleted 7"]);
    expect(await found({ subject: "payout" })).toEqual([]);
    expect(await found({ action: "no.such" })).toEqual([]);
  });

  test("leave out sign-ins until they are asked for; count, pages and file agree", async () => {
    const who = String(superadmin.person.id);
    for (const action of signInActions) await record({ action });
    await record({ action: "pick.deleted", subject: "pick" });
    const actionsOf = (entries: readonly { action: string }[]) => entries.map(({ action }) => action);
    expect(await openOwnEntries()).toMatchObject({ total: 1, pages: 1, entries: [{ action: "pick.deleted" }] });
    expect(actionsOf(await listAuditForFile(superadmin, { who }))).toEqual(["pick.deleted"]);
    const all = ["pick.deleted", ...signInActions.toReversed()];
    const shown = await openOwnEntries({ sign_ins: "1" });
    expect([actionsOf(shown.entries), shown.total]).toEqual([all, 5]);
    expect(actionsOf(await listAuditForFile(superadmin, { who, sign_ins: "1" }))).toEqual(all);
    expect(actionsOf((await listAudit(superadmin, { who })).rows)).toEqual(all);
    expect(await openOwnEntries({ action: "session.refused" })).toMatchObject({ total: 1 });
  });

  test("use days of the site's time zone, with both ends included, also over a clock change", async () => {
    expect(env.SITE_TIMEZONE).toBe("America/New_York");
    for (const at of [
      "2026-10-31T03:59:59.999Z",
      "2026-10-31T04:00:00.000Z",
      "2026-11-02T04:59:59.999Z",
      "2026-11-02T05:00:00.000Z",
    ])
      await record({}, at);
    const times = async (input: Readonly<Record<string, unknown>>) =>
      (await openOwnEntries(input)).entries.map(({ at }) => at);
    expect(await times({ from: "10/31/2026", to: "11/01/2026" })).toEqual([
      "2026-11-02T04:59:59.999Z",
      "2026-10-31T04:00:00.000Z",
    ]);
    expect(await times({ from: "2026-11-02" })).toEqual(["2026-11-02T05:00:00.000Z"]);
    expect(await times({ to: "10/30/2026" })).toEqual(["2026-10-31T03:59:59.999Z"]);
    expect(await times({ from: "11/02/2026", to: "10/31/2026" })).toEqual([]);
    expect(await times({ from: "1000-01-01", to: "9999-12-31" })).toHaveLength(4);
  });

  test("mark an unknown email, and then find nothing", async () => {
    await record({ actorId: null });
    expect(await readAuditPage(superadmin, { who: "nobody@example.test" })).toMatchObject({
      known: false,
      total: 0,
      entries: [],
    });
    expect(await readAuditPage(superadmin, {})).toMatchObject({ known: true });
  });

  test.each([
    { subject: "x" },
    { subject_id: "x" },
    { subject_id: "0" },
    { subject_id: "7" },
    { from: "02/30/2026" },
    { to: "soon" },
    { who: "x".repeat(255) },
    { action: "x".repeat(61) },
  ])("refuse %j", (input) =>
    expect(readAuditPage(superadmin, input)).rejects.toMatchObject({
      reason: "invalid",
      fields: { [Object.keys(input).join()]: expect.any(String) },
    }),
  );

  test("report an unknown subject together with its id", () =>
    expect(readAuditPage(superadmin, { subject: "x", subject_id: "7" })).rejects.toMatchObject({
      fields: { subject: expect.any(String), subject_id: "Choose a subject for this ID." },
    }));

  test("offer the recorded actions, each once", async () => {
    for (let index = 0; index < 3; index += 1) await record({ action: "pick.reopened" });
    const { actions } = await openOwnEntries();
    expect(actions).toContain("pick.reopened");
    expect(actions).toEqual([...new Set(actions)].toSorted());
  });
});

describe("the pages of the audit trail", () => {
  test("have twenty entries, are clamped, and are sorted by time even when the clock was set back", async () => {
    for (let minute = 10; minute < 51; minute += 1) await record({}, `2026-12-01T00:${minute}:00.000Z`);
    await record({}, "2026-12-01T00:09:00.000Z");
    const views = await Promise.all(["1", "2", "3", "99", "x"].map((page) => openOwnEntries({ page })));
    expect(views.map(({ entries, page, pages, total }) => [entries.length, page, pages, total])).toEqual([
      [20, 1, 3, 42],
      [20, 2, 3, 42],
      [2, 3, 3, 42],
      [2, 3, 3, 42],
      [20, 1, 3, 42],
    ]);
    expect(views[2]?.entries.map(({ at }) => at)).toEqual(["2026-12-01T00:10:00.000Z", "2026-12-01T00:09:00.000Z"]);
  });

  test("of the API have no gaps or duplicates, also for entries of the same time", async () => {
    for (let index = 0; index < 5; index += 1) await record({ subjectId: index + 1 });
    await record({ subjectId: 6 }, "2026-11-21T14:29:00.000Z");
    const seen: (number | null)[] = [];
    for (let before: number | null = null, calls = 0; calls < 9; calls += 1) {
      const { rows, next }: Awaited<ReturnType<typeof listAudit>> = await listAudit(superadmin, {
        who: String(superadmin.person.id),
        limit: "2",
        ...(before !== null && { before: String(before) }),
      });
      seen.push(...rows.map(({ subject_id }) => subject_id));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1, 6]);
    const { rows } = await listAudit(superadmin, {
      who: String(superadmin.person.id),
      limit: "2",
      before: String(Number.MAX_SAFE_INTEGER),
    });
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([5, 4]);
  });

  test("end after the newest 10,000, and so does the CSV file", async () => {
    const row = {
      actor_id: superadmin.person.id,
      action: "session.begun",
      subject: "user",
      subject_id: superadmin.person.id,
      before: null,
      after: null,
    } as const;
    for (let batch = 0; batch < 21; batch += 1) {
      await write((trx) =>
        trx
          .insertInto("audit")
          .values(
            Array.from({ length: 500 }, (_, index) => ({
              ...row,
              at: new Date(Date.UTC(2027, 0, 1) + (batch * 500 + index) * 1000).toISOString(),
            })),
          )
          .execute(),
      );
    }
    const all = { sign_ins: "1" };
    expect(await openOwnEntries({ ...all, page: "9999" })).toMatchObject({ total: 10_001, page: 500, pages: 500 });
    const entries = await listAuditForFile(superadmin, { ...all, who: String(superadmin.person.id) });
    expect([entries.length, new Set(entries.map(({ id }) => id)).size, entries[0]?.at, entries.at(-1)?.at]).toEqual([
      10_000,
      10_000,
      "2027-01-01T02:54:59.000Z",
      "2027-01-01T00:08:20.000Z",
    ]);
  });

  test("with long entries are read in small parts, completely and in order", async () => {
    const long = { entries: ["x".repeat(240_000)] };
    for (let change = 0; change < 30; change += 1)
      await record({
        action: "tip.changed",
        subject: "learn",
        subjectId: null,
        before: long,
        after: { entries: [`tip ${change}`] },
      });
    const reads = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).filter((statement) => statement.startsWith('select * from "audit"')).length;
    let inFile: number[] = [];
    let inList: number[] = [];
    const filter = { who: String(superadmin.person.id) };
    expect(
      await reads(async () => (inFile = (await listAuditForFile(superadmin, filter)).map(({ id }) => id))),
    ).toBeGreaterThan(5);
    expect(
      await reads(
        async () => (inList = (await listAudit(superadmin, { ...filter, limit: "500" })).rows.map(({ id }) => id)),
      ),
    ).toBeGreaterThan(5);
    expect([inFile.length, new Set(inFile).size, inList]).toEqual([30, 30, inFile]);
  });

  test.each([
    {},
    { sign_ins: "1" },
    { who: "1" },
    { action: "pick.settled" },
    { subject: "pick" },
    { subject: "pick", subject_id: "1" },
    { from: "01/01/2026" },
    { to: "01/01/2026", action: "pick.settled" },
    { who: "1", action: "pick.settled", subject: "pick", from: "01/01/2026" },
  ])("filtered by %j are read by an index, without a scan or sort", async (input) => {
    const work = () =>
      Promise.all([
        readAuditPage(superadmin, input),
        listAuditForFile(superadmin, input),
        listAudit(superadmin, { ...input, before: "3" }),
      ]);
    const statements = (await statementsOf(work)).filter((statement) => statement.includes('from "audit"'));
    const plans = plansOf(env.DATABASE, statements).map((steps) => steps.join("; "));
    expect(plans.length).toBeGreaterThanOrEqual(5);
    expect(plans.filter((plan) => /SCAN audit(?! USING (COVERING )?INDEX)|TEMP B-TREE/.test(plan))).toEqual([]);
    const readsAll = Object.keys(input).length === 0 || "sign_ins" in input;
    const scans = !readsAll && plans.filter((plan) => /SCAN audit/.test(plan));
    expect(scans || []).toEqual([]);
  });

  test.each([
    [{ who: "1", action: "pick.settled" }, "actor_id=? AND action=?"],
    [{ who: "1", subject: "pick" }, "actor_id=? AND subject=?"],
    [{ who: "1", subject: "pick", subject_id: "1" }, "subject=? AND subject_id=?"],
    [{ action: "pick.settled", subject: "pick", subject_id: "1" }, "subject=? AND subject_id=?"],
  ])("filtered by %j are found by the columns of the most selective index", async (input, columns) => {
    const statements = (
      await statementsOf(() => Promise.all([readAuditPage(superadmin, input), listAuditForFile(superadmin, input)]))
    ).filter((statement) => /^select .*from "audit" where/.test(statement));
    const plans = plansOf(env.DATABASE, statements).map((steps) => steps.join("; "));
    expect(plans.filter((plan) => !plan.includes(columns))).toEqual([]);
    expect(plans.length).toBeGreaterThanOrEqual(3);
  });
});

test("the CSV file has one row per entry, and escapes formulas", async () => {
  await record({
    action: "sidebar.changed",
    subject: "sidebar",
    before: { notes: "a" },
    after: { notes: '=HYPERLINK("x")\nb', results: "+1" },
  });
  const [, line] = auditCsv((await openOwnEntries()).entries).split("\r\n");
  expect(line).toContain('"notes: a\nresults: ","notes: =HYPERLINK(""x"")\nb\nresults: +1"');
  expect(
    auditCsv([
      {
        id: 1,
        at: "t",
        action: "=1",
        actor: { id: 1, name: "=cmd()", gone: false },
        key: null,
        job: null,
        subject: "@x",
        subject_id: null,
        subject_name: null,
        changes: [],
      },
    ]),
  ).toBe(
    "Time (UTC),Who ID,Who,Action,What,Subject,Subject ID,Subject name,Before,After\r\nt,1,'=cmd(),'=1,'=1,'@x,,'@x,,\r\n",
  );
});
