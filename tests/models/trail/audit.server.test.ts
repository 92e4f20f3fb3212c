import { expect, it, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { recordAudit, recordRefusal } from "../../../app/models/trail/audit.server.ts";

it("recordAudit stores actor, action, subject, time, and the row before and after", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T14:30:00.000Z") });
  await recordAudit(db, {
    actorId: 7,
    action: "pick.changed",
    subject: "pick",
    subjectId: 3,
    before: { game: "A" },
    after: { game: "B" },
  });
  vi.useRealTimers();
  expect(await db.selectFrom("audit").selectAll().execute()).toEqual([
    {
      id: 1,
      at: "2026-11-21T14:30:00.000Z",
      actor_id: 7,
      actor_name: null,
      key_name: null,
      job: null,
      action: "pick.changed",
      subject: "pick",
      subject_id: 3,
      before: '{"game":"A"}',
      after: '{"game":"B"}',
    },
  ]);
});

it("an entry is rolled back with its transaction", async () => {
  const failing = write(async (trx) => {
    await recordAudit(trx, { actorId: null, action: "session.refused", subject: "user", subjectId: null });
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await db.selectFrom("audit").select("action").where("action", "=", "session.refused").execute()).toEqual([]);
});

it("recordRefusal stores ten refusals an hour per account and action, and the tenth notes that more may follow", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T14:30:00.000Z") });
  const refuse = async (times: number, action: string, userId: number | null) => {
    for (let index = 0; index < times; index += 1) await write((trx) => recordRefusal(trx, action, userId));
  };
  await refuse(12, "session.refused", 5);
  await refuse(12, "session.refused", null);
  await refuse(1, "session.refused", 6);
  await refuse(1, "two-factor.refused", 5);
  const recorded = async () =>
    await db.selectFrom("audit").select(["action", "subject_id", "after"]).where("at", ">=", "2026-11-22").execute();
  expect((await recorded()).map(({ action, subject_id }) => `${action} ${subject_id}`)).toEqual([
    ...Array(10).fill("session.refused 5"),
    ...Array(10).fill("session.refused null"),
    "session.refused 6",
    "two-factor.refused 5",
  ]);
  expect((await recorded()).flatMap(({ after }, index) => (after === null ? [] : [[index, after]]))).toEqual([
    [9, '{"note":"More refusals in the same hour are not recorded."}'],
    [19, '{"note":"More refusals in the same hour are not recorded."}'],
  ]);
  vi.setSystemTime(new Date("2026-11-22T15:30:00.000Z"));
  await refuse(1, "session.refused", 5);
  vi.useRealTimers();
  expect(await recorded()).toHaveLength(23);
});
