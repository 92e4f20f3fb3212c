import { describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readUnsubscribePage, unsubscribe, unsubscribeTokenOf } from "../../../app/models/alerts/unsubscribe.server.ts";
import { findOwnNews } from "../../../app/models/alerts/choices.server.ts";
import { newsKinds } from "../../../app/models/alerts/kinds.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";

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
      expect(await unsubscribe(visitor, { token: other.token })).toEqual({
        kind: null,
        subscribed: false,
        getsMail: false,
      });
    expect([await stateOf(one), await stateOf(other)]).toEqual([true, false]);
    expect([await auditOf(one), await auditOf(other)]).toEqual([[], [{ action: "user.unsubscribed", actor_id: null }]]);
  });

  it.each(["", "x", "x\u0000", undefined, 7, ["a"]])("that is unknown (%j) is refused", async (token) => {
    await subscriber();
    for (const operation of [readUnsubscribePage, unsubscribe])
      await expect(operation(visitor, { token })).rejects.toMatchObject({ reason: "not-found" });
  });
});

describe("a link about one kind", () => {
  const wantedBy = async ({ id }: { id: number }) => {
    const { wants } = await findOwnNews(actorOf("user", id), {});
    return newsKinds.filter((kind) => wants[kind].mail);
  };
  const changesOf = async ({ id }: { id: number }) =>
    (
      await db
        .selectFrom("audit")
        .select("before")
        .where("action", "=", "user.unsubscribed")
        .where("subject_id", "=", id)
        .execute()
    ).map(({ before }) => before);

  it.each([
    ["new-picks", ["pick-changed", "announcements"], "New picks, New pro picks"],
    ["new-pro-picks", ["pick-changed", "announcements"], "New picks, New pro picks"],
    ["pick-changed", ["new-picks", "new-pro-picks", "announcements"], "A pick on my card changed"],
  ])("ends %s alone, once, and the trail says which", async (kind, left, trail) => {
    const [one, other] = [await subscriber(), await subscriber()];
    expect(await readUnsubscribePage(visitor, { token: one.token, kind })).toMatchObject({ kind, subscribed: true });
    for (let time = 0; time < 2; time += 1)
      expect(await unsubscribe(visitor, { token: one.token, kind })).toEqual({
        kind,
        subscribed: false,
        getsMail: true,
      });
    expect([await wantedBy(one), await changesOf(one)]).toEqual([left, [JSON.stringify({ news: trail })]]);
    expect(await wantedBy(other)).toContain(kind);
    expect((await findOwnNews(actorOf("user", one.id), {})).wants["new-picks"].push).toBe(true);
  });

  it("ends it also while all emails are disabled", async () => {
    const one = await subscriber();
    await db.updateTable("users").set({ email_notifications: 0 }).where("id", "=", one.id).execute();
    await unsubscribe(visitor, { token: one.token, kind: "pick-changed" });
    await db.updateTable("users").set({ email_notifications: 1 }).where("id", "=", one.id).execute();
    expect(await wantedBy(one)).not.toContain("pick-changed");
  });

  it("says that nothing is left to stop for a kind that was never wanted", async () => {
    const one = await subscriber();
    expect(await readUnsubscribePage(visitor, { token: one.token, kind: "daily-summary" })).toMatchObject({
      subscribed: false,
      getsMail: true,
    });
  });

  it.each(["jokes", "", 7, undefined])("with an unknown kind (%j) is about all mails", async (kind) => {
    const one = await subscriber();
    expect(await unsubscribe(visitor, { token: one.token, kind })).toEqual({
      kind: null,
      subscribed: false,
      getsMail: false,
    });
  });
});
