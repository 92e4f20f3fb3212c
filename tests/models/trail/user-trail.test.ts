import { describe, expect, test } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { recordAudit } from "../../../app/models/trail/audit.server.ts";
import { fieldChangesOf, linesOf } from "../../../app/models/trail/trail-changes.ts";
import { actionText } from "../../../app/models/trail/action-text.ts";
import { maxListed, subjectText } from "../../../app/models/trail/trail.ts";
import { datesText } from "../../../app/time/zone-name.ts";
import { readUserTrail } from "../../../app/models/trail/short-trail.server.ts";
import { readUserPage } from "../../../app/models/people/user-page.server.ts";
import { saveOwnProfile } from "../../../app/models/people/profile.server.ts";
import { env } from "../../../app/env.server.ts";
import { actorOf, createUser } from "../../support/database/factories.ts";
import { plansOf } from "../../support/database/sqlite-plans.ts";
import { statementsOf } from "../../support/database/statements.ts";

const record = (entry: Parameters<typeof recordAudit>[1]) => write((trx) => recordAudit(trx, entry));

describe("a user's trail", () => {
  test("has the actions by and on the user, newest first, each once", async () => {
    const [user, superadmin, other] = [
      await createUser(db),
      await createUser(db, { role: "superadmin", name: "Sam Test" }),
      await createUser(db, { name: "Kim Test" }),
    ];
    await record({ actorId: user.id, action: "session.begun", subject: "user", subjectId: user.id });
    await record({
      actorId: superadmin.id,
      action: "user.suspended",
      subject: "user",
      subjectId: user.id,
      before: { status: "Active" },
      after: { status: "Suspended" },
    });
    await record({ actorId: other.id, action: "session.begun", subject: "user", subjectId: other.id });
    await record({ actorId: user.id, action: "role.changed", subject: "user", subjectId: other.id });
    await record({ actorId: user.id, action: "pick.published", subject: "pick", subjectId: other.id });
    await record({ actorId: null, action: "session.refused", subject: "user", subjectId: user.id });
    const { entries, total } = await readUserTrail(user.id, 1);
    expect(entries.map(({ text, by, to, changes }) => [text, by?.name ?? null, to?.name ?? null, changes])).toEqual([
      ["Sign-in refused", null, null, []],
      ["Pick published", "Jordan Test", null, []],
      ["Role changed", "Jordan Test", "Kim Test", []],
      ["Account suspended", "Sam Test", null, ["status: Active → Suspended"]],
      ["Signed in", "Jordan Test", null, []],
    ]);
    expect(total).toBe(5);
  });

  test("names a deleted account only by its id", async () => {
    const [user, gone] = [await createUser(db), await createUser(db)];
    await record({ actorId: gone.id, action: "user.activated", subject: "user", subjectId: user.id });
    await db.deleteFrom("users").where("id", "=", gone.id).execute();
    expect((await readUserTrail(user.id, 1)).entries[0]?.by).toEqual({ id: gone.id, name: null, gone: true });
  });

  test("shows the name of staff at the time, even after their account is deleted", async () => {
    const [user, colleague] = [await createUser(db), await createUser(db, { role: "admin", name: "Sam Test" })];
    const act = () => record({ actorId: colleague.id, action: "user.activated", subject: "user", subjectId: user.id });
    await act();
    await saveOwnProfile(actorOf("admin", colleague.id), { name: "Kim Test" });
    await act();
    await db.deleteFrom("users").where("id", "=", colleague.id).execute();
    expect((await readUserTrail(user.id, 1)).entries.map(({ by }) => by)).toEqual([
      { id: colleague.id, name: "Kim Test", gone: true },
      { id: colleague.id, name: "Sam Test", gone: true },
    ]);
    expect((await readUserTrail(colleague.id, 1)).entries.map(({ text, changes }) => [text, changes])).toContainEqual([
      "Name changed",
      ["name: Sam Test → Kim Test"],
    ]);
  });

  test("records that a member changed their name, without the names", async () => {
    const user = await createUser(db, { name: "Lou Test" });
    await saveOwnProfile(actorOf("user", user.id), { name: "Kim Test" });
    await saveOwnProfile(actorOf("user", user.id), { name: "Kim Test", phone: "" });
    const { entries } = await readUserTrail(user.id, 1);
    expect(entries.map(({ text, by, changes }) => [text, by?.name, changes])).toEqual([
      ["Name changed", "Kim Test", []],
    ]);
    expect(
      JSON.stringify(
        await db
          .selectFrom("audit")
          .selectAll()
          .where("subject_id", "=", user.id)
          .where("action", "=", "user.renamed")
          .execute(),
      ),
    ).not.toContain("Test");
  });

  test("has pages of twenty, clamped", async () => {
    const user = await createUser(db);
    for (let index = 0; index < 41; index += 1)
      await record({ actorId: user.id, action: "session.begun", subject: "user", subjectId: user.id });
    expect(
      (await Promise.all([1, 2, 3, 99].map((page) => readUserTrail(user.id, page)))).map(({ entries, page, pages }) => [
        entries.length,
        page,
        pages,
      ]),
    ).toEqual([
      [20, 1, 3],
      [20, 2, 3],
      [1, 3, 3],
      [1, 3, 3],
    ]);
    expect(await readUserPage(actorOf("superadmin", 0), { id: user.id, page: "2" })).toMatchObject({
      trail: { page: 2 },
      own: false,
    });
  });

  test("is limited to the newest ten thousand entries", async () => {
    const user = await createUser(db);
    const entry = { at: "2026-11-21T13:05:00.000Z", actor_id: user.id, action: "pick.published", subject: "pick" };
    for (let some = 0; some < 11; some += 1)
      await db
        .insertInto("audit")
        .values(Array.from({ length: 1000 }, (_, index) => ({ ...entry, subject_id: index })))
        .execute();
    expect(await readUserTrail(user.id, 9999)).toMatchObject({ total: maxListed + 1, page: 500, pages: 500 });
  });

  test("is empty for a new user", async () =>
    expect(await readUserTrail((await createUser(db)).id, 1)).toEqual({ entries: [], total: 0, page: 1, pages: 1 }));

  test("is read by two indexes, without a sort", async () => {
    const user = await createUser(db);
    await record({ actorId: user.id, action: "session.begun", subject: "user", subjectId: user.id });
    const statements = (await statementsOf(() => readUserTrail(user.id, 1))).filter((statement) =>
      statement.includes('from "audit"'),
    );
    const plans = plansOf(env.DATABASE, statements).map((steps) => steps.join("; "));
    expect(plans).toHaveLength(3);
    expect(plans.filter((plan) => /SCAN audit/.test(plan))).toEqual([]);
    expect(plans.find((plan) => plan.includes("MERGE"))).toMatch(/audit_by_one_subject.*audit_by_actor /);
    expect(plans.filter((plan) => plan.includes("MERGE") && plan.includes("FOR ORDER BY"))).toEqual([]);
  });
});

test.each([
  ["America/New_York", "Eastern Time"],
  ["America/Los_Angeles", "Pacific Time"],
  ["Asia/Tokyo", "Japan Standard Time"],
  ["UTC", "UTC"],
  ["Etc/GMT+5", "Etc/GMT+5"],
])("dates in %s are labelled %s", (zone, name) => {
  expect(datesText(zone)).toBe(`Dates are in ${name}.`);
});

describe("the text of a trail entry", () => {
  test.each([
    ["session.begun", "Signed in"],
    ["pick.settled", "Pick settled"],
    ["tip.changed", "Bankroll tips changed"],
    ["membership.renewed-late", "Membership renewed late"],
    ["x", "X"],
    ["", ""],
  ])("for the action %s is %s", (action, text) => expect(actionText(action)).toBe(text));

  test.each([
    [["user", 7, "Kim Test"], "Kim Test"],
    [["user", 7, null], "deleted user 7"],
    [["user", null, null], "user"],
    [["affiliate-request", 7, null], "affiliate request 7"],
    [["pick", 7, null], "pick 7"],
    [["sidebar", 1, null], "sidebar"],
  ] as const)("for the subject %j is %s", ([subject, subject_id, subject_name], text) =>
    expect(subjectText({ subject, subject_id, subject_name })).toBe(text),
  );

  test.each([
    [
      { role: "user", status: "Active" },
      { role: "propicksmanager", status: "Active" },
      ["role: User → Pro Picks Manager"],
    ],
    [null, { role: "superadmin", status: "Active" }, ["role: Super Admin", "status: Active"]],
    [{ role: "admin", status: "Active" }, null, ["role: Admin", "status: Active"]],
    [
      { verdict: "", units_result: null, version: 1 },
      { verdict: "✅", units_result: 1.36, version: 2 },
      ["verdict: (empty) → ✅", "units result: (empty) → 1.36"],
    ],
    [{ entries: ["a"] }, { entries: ["a", "b"] }, ["entries: (empty) → b"]],
    [{ entries: ["a", "b"] }, { entries: ["a", "c"] }, ["entries: b → c"]],
    [{ entries: ["a", "b"] }, { entries: ["b", "a"] }, ["entries: in another order → 2 entries"]],
    [{ entries: ["a", "b", "a"] }, { entries: ["b", "a"] }, ["entries: a → (empty)"]],
    [{ entries: ["a"] }, { entries: ["a", "a"] }, ["entries: (empty) → a"]],
    [{ entries: ["a", "a"] }, { entries: ["a", "b", "a"] }, ["entries: (empty) → b"]],
    [
      { id: 1, game_date: "2026-11-21", settled: 0, created_at: "a" },
      { id: 2, game_date: "2026-11-22", settled: 1, created_at: "b" },
      ["game date: 11/21/2026 → 11/22/2026"],
    ],
    [{ password_hash: "a", email: "a@b.co", token: "a" }, { password_hash: "b", email: "c@d.co", token: "b" }, []],
    [{ notes: "a\n b" }, { notes: `${"é".repeat(70)}` }, [`notes: a b → ${"é".repeat(59)}…`]],
    [
      { a: 1, b: 1, c: 1, d: 1, e: 1 },
      { a: 2, b: 2, c: 2, d: 2, e: 2 },
      ["a: 1 → 2", "b: 1 → 2", "c: 1 → 2", "d: 1 → 2"],
    ],
    [null, { entries: ["a", "b"], panel: { title: "c" } }, ["entries: a b", 'panel: {"title":"c"}']],
    [{ notes: "" }, { notes: "é".repeat(60) }, [`notes: (empty) → ${"é".repeat(60)}`]],
    [{ verdict: "user" }, { verdict: "admin" }, ["verdict: user → admin"]],
    [null, null, []],
  ])("for a change from %j to %j is %j", (before, after, lines) =>
    expect(linesOf(fieldChangesOf(before && JSON.stringify(before), after && JSON.stringify(after)))).toEqual(lines),
  );
});
