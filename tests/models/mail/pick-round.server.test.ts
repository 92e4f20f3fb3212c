import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { closeDueRound, joinRound, longestMs, quietMs, readRoundFor } from "../../../app/models/mail/pick-round.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, createPick, createUser, pickFields } from "../../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const admin = actorOf("admin");

/** Publishes an open pick at that moment. */
async function publishAt(at: Date, changes: Parameters<typeof createPick>[1] = {}) {
  const pick = await createPick(db, { ...changes, created_at: at.toISOString() });
  await write((trx) => joinRound(trx, pick));
  return pick;
}

const mails = () => db.selectFrom("outbox").select(["user_id", "kind", "params", "state", "expires_at"]).orderBy("user_id").execute();
const rounds = () => db.selectFrom("pick_rounds").select(["id", "opened_at", "last_pick_at", "closed_at"]).orderBy("id").execute();

beforeEach(async () => {
  for (const table of ["outbox", "round_picks", "pick_rounds", "picks"] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom("users").where("id", "!=", admin.person.id).execute();
});

describe("publishing", () => {
  it.each([["regular", regularPicks], ["pro", proPicks]] as const)("an open %s pick puts it into the round", async (_stream, own) => {
    const first = await own.publishPick(admin, pickFields());
    const second = await own.publishPick(admin, pickFields());
    expect(await rounds()).toMatchObject([{ opened_at: first.created_at, last_pick_at: second.created_at, closed_at: null }]);
    expect((await db.selectFrom("round_picks").select("pick_id").execute()).map(({ pick_id }) => pick_id)).toEqual([first.id, second.id]);
  });

  it.each(["✅", "❌"])("a pick that is settled already (%s) announces nothing", async (verdict) => {
    await regularPicks.publishPick(admin, pickFields({ verdict }));
    expect(await rounds()).toEqual([]);
  });

  it("nothing that fails later in the transaction", async () => {
    await expect(write(async (trx) => {
      await joinRound(trx, await createPick(trx));
      throw new Error("taken back");
    })).rejects.toThrow("taken back");
    expect(await rounds()).toEqual([]);
  });
});

describe("a round", () => {
  it("closes when it was quiet for three minutes, once", async () => {
    await createUser(db);
    await publishAt(start);
    await publishAt(later(2 * minute));
    await closeDueRound(later(2 * minute + quietMs - 1));
    expect(await mails()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => closeDueRound(later(2 * minute + quietMs))));
    expect(await mails()).toHaveLength(1);
    expect(await rounds()).toMatchObject([{ closed_at: later(2 * minute + quietMs).toISOString() }]);
  });

  it("closes once the clock is right, when its picks were published in a wrong future", async () => {
    await createUser(db);
    await publishAt(later(400 * 24 * 60 * minute));
    await closeDueRound(start);
    expect([await mails(), await rounds()]).toMatchObject([[{ state: "waiting" }], [{ closed_at: start.toISOString() }]]);
  });

  it("stays open where the clock was put right by less than it waits for", async () => {
    await publishAt(later(10 * minute));
    await closeDueRound(start);
    expect(await rounds()).toMatchObject([{ closed_at: null }]);
  });

  it("closes after a quarter of an hour at the latest, and the next pick opens another", async () => {
    await createUser(db);
    for (let minutes = 0; minutes < 15; minutes += 1) await publishAt(later(minutes * minute));
    await closeDueRound(later(longestMs - 1));
    expect(await mails()).toHaveLength(0);
    await closeDueRound(later(longestMs));
    expect(await mails()).toHaveLength(1);
    await publishAt(later(longestMs + 1));
    expect(await rounds()).toMatchObject([{ opened_at: start.toISOString() }, { closed_at: null }]);
  });

  it("makes one mail for everybody who may read picks, wants mail and has a confirmed address, and for nobody else", async () => {
    const wanted = [];
    for (const role of ["user", "propicksmanager", "admin", "superadmin"] as const) wanted.push((await createUser(db, { role })).id);
    const paid = await createUser(db);
    const [lapsed, formerMember, silent] = [await createUser(db), await createUser(db, { role: "admin" }), await createUser(db)];
    await createUser(db, { status: "Suspended" });
    for (const role of ["user", "admin"] as const) await createUser(db, { role, email_confirmed_at: null });
    await db.updateTable("users").set({ access_until: later(quietMs + 1).toISOString() }).where("id", "=", paid.id).execute();
    await db.updateTable("users").set({ access_until: later(quietMs).toISOString() }).where("id", "in", [lapsed.id, formerMember.id]).execute();
    await db.updateTable("users").set({ email_notifications: 0 }).where("id", "=", silent.id).execute();
    await publishAt(start);
    await closeDueRound(later(quietMs));
    const [round] = await rounds();
    const queued = await mails();
    expect(queued.map(({ user_id }) => user_id)).toEqual([...wanted, paid.id, formerMember.id]);
    expect(queued[0]).toMatchObject({ kind: "new-picks", params: JSON.stringify({ round: round?.id }), state: "waiting", expires_at: later(12 * 60 * minute).toISOString() });
    expect(new Set((await db.selectFrom("outbox").select("message_id").execute()).map(({ message_id }) => message_id)).size).toBe(queued.length);
  });

  it("whose picks were all settled or deleted meanwhile makes no mail", async () => {
    await createUser(db);
    const [settled, deleted] = [await publishAt(start), await publishAt(start)];
    await db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", settled.id).execute();
    await db.deleteFrom("picks").where("id", "=", deleted.id).execute();
    await closeDueRound(later(quietMs));
    expect([await mails(), (await rounds()).map(({ closed_at }) => closed_at)]).toEqual([[], [later(quietMs).toISOString()]]);
  });

  it("that nobody closed in time, because the server was down, is not worth sending after half a day", async () => {
    await createUser(db);
    await publishAt(start);
    await closeDueRound(later(13 * 60 * minute));
    expect(await mails()).toMatchObject([{ expires_at: later(12 * 60 * minute).toISOString() }]);
  });
});

describe("what a mail says, when it is sent", () => {
  async function closedRound() {
    const regular = await publishAt(start, { pick: "Regular" });
    const settled = await publishAt(start, { pick: "Settled" });
    const pro = await publishAt(start, { pick: "Pro", stream: "pro", sport: "NHL" });
    await closeDueRound(later(quietMs));
    await db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", settled.id).execute();
    await publishAt(later(quietMs), { pick: "Of the next round" });
    return { id: (await rounds())[0]?.id ?? 0, regular, pro };
  }

  it("is what is still open of its round, regular picks first", async () => {
    const user = await createUser(db);
    const { id } = await closedRound();
    const picks = await readRoundFor(user.id, id, later(quietMs));
    expect(picks.map(({ pick, stream }) => [pick, stream])).toEqual([["Regular", "regular"], ["Pro", "pro"]]);
    expect(picks[0]).toEqual({ stream: "regular", pick: "Regular", game: "Boston Celtics @ New York Knicks", game_date: "11/20/2026", time: "7:30 PM", sport: "NBA", tag: "SIM CERTIFIED", sim_confidence: 57.6, unit_size: 1.5 });
  });

  it.each([
    ["unsubscribed", { email_notifications: 0 }],
    ["was suspended", { status: "Suspended" }],
    ["has a membership that ended", { access_until: start.toISOString() }],
  ] as const)("is nothing for somebody who meanwhile %s", async (_what, change) => {
    const user = await createUser(db);
    const { id } = await closedRound();
    await db.updateTable("users").set(change).where("id", "=", user.id).execute();
    expect(await readRoundFor(user.id, id, later(quietMs))).toEqual([]);
  });
});
