/** What those with a pick on their card are told when it changes, is withdrawn or is settled. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { saveOwnNews } from "../../../app/models/alerts/choices.server.ts";
import { holdersAtOnce } from "../../../app/models/news/pick-change-news.server.ts";
import { closeDueRound } from "../../../app/models/news/pick-round.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import {
  actorOf,
  addDevice,
  createUser,
  createUsers,
  pickFields,
  putOnCard,
  reason,
} from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const admin = actorOf("admin");
const minute = 60_000;
let holder: number;
beforeEach(async () => {
  for (const table of ["outbox", "round_picks", "pick_rounds", "picks"] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom("users").where("id", "!=", admin.person.id).execute();
  holder = (await createUser(db)).id;
});

async function publishOnCard(changes: object = {}) {
  const soon = new Date(Date.now() + 3 * 60 * minute);
  const pick = await regularPicks.addPick(
    admin,
    pickFields({ pick: "Knicks +3.5", odds: "-110", starts_at: soon.toISOString(), ...changes }),
  );
  await putOnCard(db, holder, [pick]);
  return pick;
}

async function createHolders(count: number, pick: number): Promise<void> {
  const people = await createUsers(db, count, "holder");
  const saved_at = "2026-11-20T14:00:00.000Z";
  await db
    .insertInto("saved_picks")
    .values(people.map(({ id }) => ({ user_id: id, pick_id: pick, saved_at })))
    .execute();
}

const news = async (kind = "pick-changed") =>
  (
    await db
      .selectFrom("outbox")
      .select(["user_id", "channel", "cause", "params", "expires_at"])
      .where("kind", "=", kind)
      .orderBy("id")
      .execute()
  ).map(({ params, ...row }) => ({ ...row, ...JSON.parse(params) }));

describe("a change before the start", () => {
  it("is told to those with the pick on their card, by mail and to each device", async () => {
    await addDevice(db, holder);
    await createUser(db);
    const pick = await publishOnCard();
    const { version } = await regularPicks.savePick(admin, { id: pick.id, odds: "-120", unit_size: 2, reason });
    const told = { cause: `change ${pick.id} ${version}`, pick: pick.id, withdrawn: false, title: "Knicks +3.5" };
    const changes = ["Price: -110 → -120.", "Unit size: 1.5 → 2."];
    expect(await news()).toMatchObject([
      { user_id: holder, channel: "mail", changes, expires_at: pick.starts_at, ...told },
      { user_id: holder, channel: "push", changes, ...told },
    ]);
  });

  it("is told again when it changes again", async () => {
    const pick = await publishOnCard();
    for (const odds of ["-120", "-125"]) {
      await regularPicks.savePick(admin, { id: pick.id, odds, reason });
      await db.updateTable("outbox").set({ state: "sent", finished_at: new Date().toISOString() }).execute();
    }
    expect((await news()).map(({ changes }) => changes)).toEqual([["Price: -110 → -120."], ["Price: -120 → -125."]]);
  });

  it("tells what an earlier change would have that still waits for somebody", async () => {
    const pick = await publishOnCard();
    await regularPicks.savePick(admin, { id: pick.id, odds: "-120", unit_size: 2, reason });
    await regularPicks.savePick(admin, { id: pick.id, odds: "-110", game: "Celtics @ Knicks", reason });
    expect((await news()).at(-1)?.changes).toEqual([
      "Price: -120 → -110.",
      "Unit size: 1.5 → 2.",
      "Game: Boston Celtics @ New York Knicks → Celtics @ Knicks.",
    ]);
    await db.updateTable("outbox").set({ state: "sent", finished_at: new Date().toISOString() }).execute();
    await regularPicks.savePick(admin, { id: pick.id, odds: "-105", reason });
    expect((await news()).at(-1)?.changes).toEqual(["Price: -110 → -105."]);
  });

  it("of the reasons alone is not told", async () => {
    const pick = await publishOnCard();
    await regularPicks.savePick(admin, { id: pick.id, why: "A longer text." });
    expect(await news()).toEqual([]);
  });

  it("that is refused is not told", async () => {
    const pick = await publishOnCard();
    await expect(regularPicks.savePick(admin, { id: pick.id, odds: "none", reason })).rejects.toThrow();
    expect(await news()).toEqual([]);
  });

  it("is told to more people than one batch, once each, in few statements", async () => {
    await addDevice(db, holder);
    const pick = await publishOnCard();
    await createHolders(holdersAtOnce, pick.id);
    const statements = await statementsOf(() => regularPicks.savePick(admin, { id: pick.id, odds: "-120", reason }));
    const told = (await news()).map(({ user_id, channel }) => `${user_id} ${channel}`);
    expect([told.length, new Set(told).size]).toEqual([holdersAtOnce + 2, holdersAtOnce + 2]);
    expect(
      statements.filter((text) => /"(?:outbox|saved_picks|push_devices|alert_settings)"/.test(text)).length,
    ).toBeLessThan(12);
  });
});

it("a change after the start, or of a draft, is not told", async () => {
  const draft = await publishOnCard({ draft: true });
  await regularPicks.savePick(admin, { id: draft.id, odds: "-120" });
  const pick = await publishOnCard({ starts_at: new Date(Date.now() - minute).toISOString() });
  await regularPicks.savePick(admin, { id: pick.id, odds: "-120", reason });
  expect(await news()).toEqual([]);
});

it("a withdrawn pick is told, though it is gone", async () => {
  const pick = await publishOnCard();
  await regularPicks.deletePick(admin, { id: pick.id, reason });
  expect(await news()).toMatchObject([{ user_id: holder, channel: "mail", withdrawn: true, title: "Knicks +3.5" }]);
});

it("a choice against it is respected", async () => {
  await saveOwnNews(actorOf("user", holder), { wants: { "pick-changed": { mail: false } } });
  const pick = await publishOnCard();
  await regularPicks.savePick(admin, { id: pick.id, odds: "-120", reason });
  expect(await news()).toEqual([]);
});

describe("results", () => {
  const settle = async (verdict = "✅") => {
    const pick = await publishOnCard({ starts_at: new Date(Date.now() - minute).toISOString() });
    await regularPicks.savePick(admin, { id: pick.id, verdict });
    return pick;
  };
  const afterMs = (ms: number) => closeDueRound(new Date(Date.now() + ms));

  it("of a card are told once, ten minutes after the last one", async () => {
    await addDevice(db, holder);
    const other = (await createUser(db)).id;
    await addDevice(db, other);
    for (const verdict of ["✅", "❌"]) await settle(verdict);
    await afterMs(9 * minute);
    expect(await news("card-results")).toEqual([]);
    await afterMs(11 * minute);
    await afterMs(12 * minute);
    const { id } = await db
      .selectFrom("pick_rounds")
      .select("id")
      .where("kind", "=", "results")
      .executeTakeFirstOrThrow();
    expect(await news("card-results")).toMatchObject([
      { user_id: holder, channel: "push", cause: `round ${id}`, round: id },
    ]);
  });

  it("that were taken back before are not told", async () => {
    await addDevice(db, holder);
    const { id } = await settle();
    await regularPicks.savePick(admin, { id, verdict: "", reason });
    await afterMs(11 * minute);
    expect(await news("card-results")).toEqual([]);
  });

  it("that were taken back and given anew are told once", async () => {
    await addDevice(db, holder);
    const { id } = await settle();
    for (const verdict of ["", "❌"]) await regularPicks.savePick(admin, { id, verdict, reason });
    await afterMs(11 * minute);
    expect(await news("card-results")).toHaveLength(1);
  });
});
