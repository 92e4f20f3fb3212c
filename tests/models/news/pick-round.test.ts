import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { closeDueRound, joinRound, longestMs, quietMs } from "../../../app/models/news/pick-round.server.ts";
import { readRoundFor } from "../../../app/models/news/round-readers.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, createPick, createUser, pickFields } from "../../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const admin = actorOf("admin");

async function publishAt(at: Date, changes: Parameters<typeof createPick>[1] = {}) {
  const pick = await createPick(db, { ...changes, created_at: at.toISOString() });
  await write((trx) => joinRound(trx, pick));
  return pick;
}

const mails = () =>
  db.selectFrom("outbox").select(["user_id", "kind", "params", "state", "expires_at"]).orderBy("user_id").execute();
const rounds = () =>
  db.selectFrom("pick_rounds").select(["id", "opened_at", "last_pick_at", "closed_at"]).orderBy("id").execute();

beforeEach(async () => {
  for (const table of ["outbox", "round_picks", "pick_rounds", "picks"] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom("users").where("id", "!=", admin.person.id).execute();
});

describe("publishing", () => {
  it.each([
    ["regular", regularPicks],
    ["pro", proPicks],
  ] as const)("an open %s pick adds it to the round", async (_stream, own) => {
    const first = await own.addPick(admin, pickFields());
    const second = await own.addPick(admin, pickFields());
    expect(await rounds()).toMatchObject([
      { opened_at: first.created_at, last_pick_at: second.created_at, closed_at: null },
    ]);
    expect((await db.selectFrom("round_picks").select("pick_id").execute()).map(({ pick_id }) => pick_id)).toEqual([
      first.id,
      second.id,
    ]);
  });

  it.each(["✅", "❌", "➖", "🚫"])("a pick that is already settled (%s) announces nothing", async (verdict) => {
    await regularPicks.addPick(admin, pickFields({ verdict }));
    expect(await rounds()).toEqual([]);
  });

  it("in a transaction that fails announces nothing", async () => {
    await expect(
      write(async (trx) => {
        await joinRound(trx, await createPick(trx));
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    expect(await rounds()).toEqual([]);
  });
});

describe("a round", () => {
  it("closes once, after three minutes without a new pick", async () => {
    await createUser(db);
    await publishAt(start);
    await publishAt(later(2 * minute));
    await closeDueRound(later(2 * minute + quietMs - 1));
    expect(await mails()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => closeDueRound(later(2 * minute + quietMs))));
    expect(await mails()).toHaveLength(1);
    expect(await rounds()).toMatchObject([{ closed_at: later(2 * minute + quietMs).toISOString() }]);
  });

  it.each([
    [20, "waits for more picks"],
    [19, "closes at once"],
    [0, "closes at once"],
    [-1, "waits for more picks"],
  ])("whose first start is %i minutes away %s", async (minutes, what) => {
    await createUser(db);
    await publishAt(start, { starts_at: later(minutes * minute + 1).toISOString() });
    await publishAt(start, { starts_at: later(60 * minute).toISOString() });
    await closeDueRound(start);
    expect((await mails()).length).toBe(what === "closes at once" ? 1 : 0);
  });

  it("does not wait for a pick that is settled already", async () => {
    const pick = await publishAt(start, { starts_at: later(minute).toISOString() });
    await db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", pick.id).execute();
    await closeDueRound(start);
    expect(await rounds()).toMatchObject([{ closed_at: null }]);
  });

  it("closes when the clock is right again, after picks with a wrong future time", async () => {
    await createUser(db);
    await publishAt(later(400 * 24 * 60 * minute));
    await closeDueRound(start);
    expect([await mails(), await rounds()]).toMatchObject([
      [{ state: "waiting" }],
      [{ closed_at: start.toISOString() }],
    ]);
  });

  it("stays open after a small correction of the clock", async () => {
    await publishAt(later(10 * minute));
    await closeDueRound(start);
    expect(await rounds()).toMatchObject([{ closed_at: null }]);
  });

  it("closes after 15 minutes at the latest, and the next pick opens another round", async () => {
    await createUser(db);
    for (let minutes = 0; minutes < 15; minutes += 1) await publishAt(later(minutes * minute));
    await closeDueRound(later(longestMs - 1));
    expect(await mails()).toHaveLength(0);
    await closeDueRound(later(longestMs));
    expect(await mails()).toHaveLength(1);
    await publishAt(later(longestMs + 1));
    expect(await rounds()).toMatchObject([{ opened_at: start.toISOString() }, { closed_at: null }]);
  });

  it("queues one mail for each user who may read picks, wants mail and has a confirmed address", async () => {
    const expectedIds = [];
    for (const role of ["user", "propicksmanager", "admin", "superadmin"] as const)
      expectedIds.push((await createUser(db, { role })).id);
    const paid = await createUser(db);
    const rested = await createUser(db);
    const [lapsed, formerMember, unsubscribed, resting] = [
      await createUser(db),
      await createUser(db, { role: "admin" }),
      await createUser(db),
      await createUser(db),
    ];
    await createUser(db, { status: "Suspended" });
    for (const role of ["user", "admin"] as const) await createUser(db, { role, email_confirmed_at: null });
    await db
      .updateTable("users")
      .set({ access_until: later(quietMs + 1).toISOString() })
      .where("id", "=", paid.id)
      .execute();
    await db
      .updateTable("users")
      .set({ access_until: later(quietMs).toISOString() })
      .where("id", "in", [lapsed.id, formerMember.id])
      .execute();
    for (const [{ id }, end] of [
      [resting, quietMs + 1],
      [formerMember, quietMs + 1],
      [rested, quietMs],
    ] as const)
      await db
        .updateTable("users")
        .set({ break_until: later(end).toISOString() })
        .where("id", "=", id)
        .execute();
    await db.updateTable("users").set({ email_notifications: 0 }).where("id", "=", unsubscribed.id).execute();
    await createUser(db, { closes_at: later(7 * 24 * 60 * minute).toISOString() });
    await publishAt(start);
    await closeDueRound(later(quietMs));
    const [round] = await rounds();
    const queued = await mails();
    expect(queued.map(({ user_id }) => user_id)).toEqual([...expectedIds, paid.id, rested.id, formerMember.id]);
    expect(queued[0]).toMatchObject({
      kind: "new-picks",
      params: JSON.stringify({ round: round?.id }),
      state: "waiting",
      expires_at: later(12 * 60 * minute).toISOString(),
    });
    expect(
      new Set((await db.selectFrom("outbox").select("message_id").execute()).map(({ message_id }) => message_id)).size,
    ).toBe(queued.length);
  });

  it("queues no mail when all its picks were settled or deleted", async () => {
    await createUser(db);
    const [settled, deleted] = [await publishAt(start), await publishAt(start)];
    await db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", settled.id).execute();
    await db.deleteFrom("picks").where("id", "=", deleted.id).execute();
    await closeDueRound(later(quietMs));
    expect([await mails(), (await rounds()).map(({ closed_at }) => closed_at)]).toEqual([
      [],
      [later(quietMs).toISOString()],
    ]);
  });

  it("that closes late, after downtime, has mails that expire 12 hours after its opening", async () => {
    await createUser(db);
    await publishAt(start);
    await closeDueRound(later(13 * 60 * minute));
    expect(await mails()).toMatchObject([{ expires_at: later(12 * 60 * minute).toISOString() }]);
  });
});

describe("the picks in a mail, when it is sent", () => {
  async function closedRound() {
    const regular = await publishAt(start, { pick: "Regular" });
    const settled = await publishAt(start, { pick: "Settled" });
    const pro = await publishAt(start, { pick: "Pro", stream: "pro", sport: "NHL" });
    await closeDueRound(later(quietMs));
    await db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", settled.id).execute();
    await publishAt(later(quietMs), { pick: "Of the next round" });
    return { id: (await rounds())[0]?.id ?? 0, regular, pro };
  }

  it("are the open picks of its round, regular ones first", async () => {
    const user = await createUser(db);
    const { id, regular } = await closedRound();
    const { picks } = await readRoundFor(user.id, id, later(quietMs));
    expect(picks.map(({ pick, stream }) => [pick, stream])).toEqual([
      ["Regular", "regular"],
      ["Pro", "pro"],
    ]);
    expect(picks[0]).toEqual({
      id: regular.id,
      stream: "regular",
      pick: "Regular",
      game: "Boston Celtics @ New York Knicks",
      game_date: "11/20/2026",
      time: "7:30 PM",
      starts_at: null,
      start: "2026-11-21T05:00:00.000Z",
      sport: "NBA",
      tag: "SIM CERTIFIED",
      sim_confidence: 57.6,
      unit_size: 1.5,
      odds: null,
      book: "",
      playable_to: "",
      why: "",
    });
  });

  it.each([
    ["unsubscribed", { email_notifications: 0 }],
    ["was suspended", { status: "Suspended" }],
    ["lost the membership", { access_until: start.toISOString() }],
    ["began a break", { break_until: later(quietMs + 1).toISOString() }],
    ["closed the account", { closes_at: start.toISOString() }],
  ] as const)("are empty for a user who %s in the meantime", async (_what, change) => {
    const user = await createUser(db);
    const { id } = await closedRound();
    await db.updateTable("users").set(change).where("id", "=", user.id).execute();
    expect((await readRoundFor(user.id, id, later(quietMs))).picks).toEqual([]);
  });
});
