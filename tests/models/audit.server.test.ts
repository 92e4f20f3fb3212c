import { expect, it, vi } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { recordAudit } from "../../app/models/audit.server.ts";

it("appends who did what to which row, when, with the row before and after", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T14:30:00.000Z") });
  await recordAudit(db, { actorId: 7, action: "pick.changed", subject: "pick", subjectId: 3, before: { game: "A" }, after: { game: "B" } });
  vi.useRealTimers();
  expect(await db.selectFrom("audit").selectAll().execute()).toEqual([
    { id: 1, at: "2026-11-21T14:30:00.000Z", actor_id: 7, action: "pick.changed", subject: "pick", subject_id: 3, before: '{"game":"A"}', after: '{"game":"B"}' },
  ]);
});

it("vanishes with a transaction that fails", async () => {
  const failing = write(async (trx) => {
    await recordAudit(trx, { actorId: null, action: "session.refused", subject: "user", subjectId: null });
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await db.selectFrom("audit").select("action").where("action", "=", "session.refused").execute()).toEqual([]);
});
