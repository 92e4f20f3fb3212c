import { describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readUnsubscribePage, unsubscribe, unsubscribeTokenOf } from "../../../app/models/outbox/unsubscribe.server.ts";
import { createUser, visitor } from "../../support/database/factories.ts";

async function subscriber() {
  const { id } = await createUser(db);
  await db.updateTable("users").set({ email_notifications: 1 }).where("id", "=", id).execute();
  return { id, token: await unsubscribeTokenOf(id) };
}

const stateOf = async ({ token }: { token: string }) => (await readUnsubscribePage(visitor, { token })).subscribed;
const auditOf = ({ id }: { id: number }) =>
  db
    .selectFrom("audit")
    .select(["action", "actor_id"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .execute();

describe("a token", () => {
  it("is unique per user and stays the same, even when two mails need it at once", async () => {
    const [one, other, { id }] = [await subscriber(), await subscriber(), await createUser(db)];
    const [first, second] = await Promise.all([unsubscribeTokenOf(id), unsubscribeTokenOf(id)]);
    expect(second).toBe(first);
    expect(new Set([one.token, other.token, first]).size).toBe(3);
    expect([await unsubscribeTokenOf(one.id), await unsubscribeTokenOf(other.id)]).toEqual([one.token, other.token]);
  });

  it("unsubscribes its own user only, with one audit entry", async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    expect(await stateOf(other)).toBe(true);
    for (let time = 0; time < 2; time += 1)
      expect(await unsubscribe(visitor, { token: other.token })).toEqual({ subscribed: false });
    expect([await stateOf(one), await stateOf(other)]).toEqual([true, false]);
    expect([await auditOf(one), await auditOf(other)]).toEqual([[], [{ action: "user.unsubscribed", actor_id: null }]]);
  });

  it.each(["", "x", "x\u0000", undefined, 7, ["a"]])("that is unknown (%j) is refused", async (token) => {
    await subscriber();
    for (const operation of [readUnsubscribePage, unsubscribe])
      await expect(operation(visitor, { token })).rejects.toMatchObject({ reason: "not-found" });
  });
});
