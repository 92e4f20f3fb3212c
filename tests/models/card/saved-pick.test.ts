import { pendingCount } from "../../../app/models/sign-in/pending-count.server.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  readOwnCardPage,
  removeFromOwnCard,
  proCard,
  regularCard,
} from "../../../app/models/card/saved-pick.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, createPick, createUser, putOnCard, visitor } from "../../support/database/factories.ts";

async function member() {
  const { id } = await createUser(db);
  return actorOf("user", id);
}

async function savedRows(userId: number) {
  return db.selectFrom("saved_picks").selectAll().where("user_id", "=", userId).execute();
}

const refusal = (reason: string) => expect.objectContaining({ reason });

describe("saving a pick", () => {
  test("is idempotent", async () => {
    const [actor, pick] = [await member(), await createPick(db)];
    const first = await regularCard.saveToOwnCard(actor, { pick_id: pick.id });
    expect(await regularCard.saveToOwnCard(actor, { pick_id: String(pick.id) })).toEqual(first);
    expect(await savedRows(actor.person.id)).toHaveLength(1);
  });

  test("returns exactly the fields of a member pick", async () => {
    const pick = await createPick(db, { stream: "pro" });
    expect(await proCard.saveToOwnCard(await member(), { propick_id: pick.id })).toEqual({
      propick_id: pick.id,
      status: "pending",
      game: pick.game,
      pick: pick.pick,
      sport: "NBA",
      unit_size: 1.5,
      verdict: "",
      sim_confidence: 57.6,
      game_date: "11/20/2026",
      time: "7:30 PM",
      units_result: null,
      closing_line: "",
      closing_odds: null,
      away_score: null,
      home_score: null,
      beat_clv: "",
      after_start: true,
      own: null,
      why: "",
      market: "",
      side: "",
      line: null,
      odds: null,
      book: "",
      playable_to: "",
      away: "",
      home: "",
      starts_at: null,
      external_id: "",
      game_external_id: "",
      published_at: "2026-11-20T13:05:00.000Z",
    });
  });

  test("is refused for a settled pick, one of the other stream and an unknown one", async () => {
    const actor = await member();
    const [settled, pro] = [await createPick(db, { verdict: "✅" }), await createPick(db, { stream: "pro" })];
    await expect(regularCard.saveToOwnCard(actor, { pick_id: settled.id })).rejects.toEqual(refusal("conflict"));
    await expect(regularCard.saveToOwnCard(actor, { pick_id: pro.id })).rejects.toEqual(refusal("not-found"));
    for (const missing of [{}, { pick_id: null }, { pick_id: "" }])
      await expect(regularCard.saveToOwnCard(actor, missing)).rejects.toMatchObject({
        reason: "invalid",
        fields: { pick_id: "Required." },
      });
    await expect(regularCard.saveToOwnCard(actor, { pick_id: true })).rejects.toMatchObject({
      reason: "invalid",
      fields: { pick_id: "Must be an ID." },
    });
    for (const unknownId of [999_999, "abc"])
      await expect(regularCard.saveToOwnCard(actor, { pick_id: unknownId })).rejects.toEqual(refusal("not-found"));
    expect(await savedRows(actor.person.id)).toEqual([]);
  });

  test("is allowed only for the role user", async () => {
    const { id } = await createPick(db);
    for (const role of ["propicksmanager", "admin", "superadmin"] as const) {
      await expect(regularCard.saveToOwnCard(actorOf(role), { pick_id: id })).rejects.toEqual(refusal("forbidden"));
      await expect(removeFromOwnCard(actorOf(role), { id })).rejects.toEqual(refusal("forbidden"));
    }
    await expect(regularCard.saveToOwnCard(visitor, { pick_id: id })).rejects.toEqual(
      expect.objectContaining({ reason: "signed-out", message: "Please login first!" }),
    );
  });
});

describe("removing a pick", () => {
  test("removes a pending pick of either stream, from the own card only", async () => {
    const [actor, other] = [await member(), await member()];
    const [regular, pro] = [await createPick(db), await createPick(db, { stream: "pro" })];
    for (const { person } of [actor, other]) await putOnCard(db, person.id, [regular, pro]);
    await removeFromOwnCard(actor, { id: regular.id });
    await proCard.removeFromOwnCard(actor, { propick_id: pro.id });
    expect([await savedRows(actor.person.id), (await savedRows(other.person.id)).length]).toEqual([[], 2]);
    await expect(removeFromOwnCard(actor, { id: regular.id })).rejects.toEqual(refusal("not-found"));
  });

  test("is refused for a settled pick and through the other stream", async () => {
    const actor = await member();
    const [settled, pro] = [await createPick(db, { verdict: "✅" }), await createPick(db, { stream: "pro" })];
    await putOnCard(db, actor.person.id, [settled, pro]);
    await expect(regularCard.removeFromOwnCard(actor, { pick_id: settled.id })).rejects.toEqual(refusal("conflict"));
    await expect(regularCard.removeFromOwnCard(actor, { pick_id: pro.id })).rejects.toEqual(refusal("not-found"));
    expect(await savedRows(actor.person.id)).toHaveLength(2);
  });
});

async function pendingOf(actor: { person: { id: number } }): Promise<number | undefined> {
  return (await pendingCount(sql`${actor.person.id}`).executeTakeFirst())?.count;
}

describe("the card", () => {
  test("changes when staff settle, reopen or delete the pick", async () => {
    const [actor, pick] = [await member(), await createPick(db)];
    const counts = async () => {
      const { pending } = await readOwnCardPage(actor, {});
      const { history } = await readOwnCardPage(actor, { tab: "results" });
      expect(await pendingOf(actor)).toBe(pending?.length);
      return { pending: pending?.length, settled: history?.picks.length };
    };
    await regularCard.saveToOwnCard(actor, { pick_id: pick.id });
    expect(await counts()).toEqual({ pending: 1, settled: 0 });
    await regularPicks.savePick(actorOf("admin"), { id: pick.id, verdict: "✅" });
    expect(await counts()).toEqual({ pending: 0, settled: 1 });
    await regularPicks.savePick(actorOf("admin"), { id: pick.id, verdict: "", reason: "A wrong score." });
    expect(await counts()).toEqual({ pending: 1, settled: 0 });
    await regularPicks.deletePick(actorOf("admin"), { id: pick.id });
    expect(await counts()).toEqual({ pending: 0, settled: 0 });
    expect(await savedRows(actor.person.id)).toEqual([]);
  });

  test("is deleted with its user", async () => {
    const actor = await member();
    await putOnCard(db, actor.person.id, [await createPick(db)]);
    await db.deleteFrom("users").where("id", "=", actor.person.id).execute();
    expect(await savedRows(actor.person.id)).toEqual([]);
  });

  test("shows the next start first, separately per stream, and counts both", async () => {
    const actor = await member();
    const [late, early, undated, pro] = [
      await createPick(db, { game_date: "2026-11-21", starts_at: "2026-11-22T01:00:00.000Z" }),
      await createPick(db, { game_date: "2026-11-21", starts_at: "2026-11-21T18:00:00.000Z" }),
      await createPick(db, { game_date: "", starts_at: null }),
      await createPick(db, { stream: "pro" }),
    ];
    await putOnCard(db, actor.person.id, [undated, late, early, pro]);
    const card = await readOwnCardPage(actor, {});
    expect(card.pending?.map(({ id, day }) => [id, day])).toEqual([
      // The year is shown when it is another one.
      [early.id, expect.stringMatching(/^Sat 11\/21/)],
      [late.id, expect.stringMatching(/^Sat 11\/21/)],
      [undated.id, "No date"],
    ]);
    expect((await readOwnCardPage(actor, { stream: "pro" })).pending?.map((pick) => pick.id)).toEqual([pro.id]);
    expect(await pendingOf(actor)).toBe(4);
  });

  test("refuses a filter that the page does not have", async () => {
    await expect(readOwnCardPage(await member(), { tab: "all", start: "13/45/2026" })).rejects.toEqual(
      expect.objectContaining({
        reason: "invalid",
        fields: { tab: "Choose picks or results.", start: "Date input not valid." },
      }),
    );
  });
});

describe("the API's list", () => {
  test("has the own picks of the stream, newest first, in pages", async () => {
    const [actor, other] = [await member(), await member()];
    const picks = [await createPick(db), await createPick(db, { verdict: "✅", sport: "NFL" }), await createPick(db)];
    await putOnCard(db, actor.person.id, [...picks, await createPick(db, { stream: "pro" })]);
    await putOnCard(db, other.person.id, [await createPick(db)]);
    const ids = picks.map((pick) => pick.id).reverse();
    const all = await regularCard.listOwnCard(actor, {});
    expect(all.rows.map((row) => [row.pick_id, row.status])).toEqual([
      [ids[0], "pending"],
      [ids[1], "settled"],
      [ids[2], "pending"],
    ]);
    const page = await regularCard.listOwnCard(actor, { limit: "2" });
    expect([page.rows.map((row) => row.pick_id), page.next]).toEqual([ids.slice(0, 2), ids[1]]);
    expect(
      (await regularCard.listOwnCard(actor, { before: String(page.next) })).rows.map((row) => row.pick_id),
    ).toEqual(ids.slice(2));
    expect((await regularCard.listOwnCard(actor, { status: "settled", sport: "NFL" })).rows).toHaveLength(1);
  });
});

test("the database refuses duplicate rows and rows without a user or pick", async () => {
  const [actor, pick] = [await member(), await createPick(db)];
  await putOnCard(db, actor.person.id, [pick]);
  await expect(putOnCard(db, actor.person.id, [pick])).rejects.toThrow(/unique/i);
  await expect(putOnCard(db, 999_999, [pick])).rejects.toThrow(/foreign key/i);
  await expect(putOnCard(db, actor.person.id, [{ id: 999_999 }])).rejects.toThrow(/foreign key/i);
});
