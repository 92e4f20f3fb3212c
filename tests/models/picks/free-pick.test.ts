/** At most one pick a day is free, and one that was free when its game started stays so. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { chooseFreePick } from "../../../app/models/picks/free-pick.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { consentTo } from "../../../app/models/picks/pick.ts";
import { Refusal } from "../../../app/refusal.ts";
import { actorOf, pickFields, reason } from "../../support/database/factories.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";

const admin = actorOf("admin");
const morning = "2026-11-20T14:00:00.000Z";
const start = "2026-11-21T00:30:00.000Z";
const afterStart = "2026-11-21T00:31:00.000Z";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(morning) });
  await forgetLedger({ db });
  for (const table of ["free_picks", "picks", "pick_days", "pick_rounds"] as const)
    await db.deleteFrom(table).execute();
});
afterEach(() => void vi.useRealTimers());

const add = (pick: string, changes: Readonly<Record<string, unknown>> = {}, picks = regularPicks) =>
  picks.addPick(admin, pickFields({ pick, odds: "-110", game_date: "11/20/2026", starts_at: start, ...changes }));
const mark = (id: number, confirm = "") => chooseFreePick(admin, { id, free: "yes", confirm });
const end = (id: number) => chooseFreePick(admin, { id, free: "no", confirm: "" });
const free = async () => (await db.selectFrom("free_picks").select("pick_id").execute()).map(({ pick_id }) => pick_id);
const now = (at: string) => vi.setSystemTime(new Date(at));

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof Refusal) return outcome;
  throw new Error("Nothing was refused.");
}

it("is the only one of its day: another one replaces it, once somebody agreed", async () => {
  const [one, other] = [await add("Celtics -3.5"), await add("Knicks ML")];
  await mark(one.id);
  await mark(one.id);
  const asked = await refusalOf(mark(other.id));
  expect([asked.reason, asked.warnings]).toEqual([
    "unconfirmed",
    ["The pick Celtics -3.5 is free today. It would be for members only again."],
  ]);
  expect(await free()).toEqual([one.id]);
  await mark(other.id, consentTo(asked.warnings ?? []));
  expect(await free()).toEqual([other.id]);
  await expect(
    db.insertInto("free_picks").values({ day: "2026-11-20", stream: "pro", pick_id: 99, marked_at: morning }).execute(),
  ).rejects.toThrow(/unique|duplicate/i);
  const trail = await db
    .selectFrom("audit")
    .select("action")
    .where("subject_id", "in", [one.id, other.id])
    .where("action", "like", "%free")
    .orderBy("id")
    .execute();
  expect(trail.map(({ action }) => action)).toEqual(["pick.made_free", "pick.no_longer_free", "pick.made_free"]);
});

it("is an open, published pick whose game has not started", async () => {
  const [draft, won] = [await add("A draft", { draft: true }), await add("Settled", { verdict: "✅" })];
  const late = await add("Late");
  const timeless = await add("Tonight, at a time that nobody entered", { starts_at: "", time: "" });
  const dateless = await add("Some day", { starts_at: "", time: "", game_date: "" });
  expect((await refusalOf(mark(draft.id))).message).toBe("A draft can't be free. Publish it first.");
  expect((await refusalOf(mark(won.id))).message).toContain("This pick is settled.");
  expect((await refusalOf(mark(timeless.id))).message).toContain("The day of the game has begun");
  expect((await refusalOf(mark(dateless.id))).message).toContain("Enter the game date first");
  now(afterStart);
  expect((await refusalOf(mark(late.id))).message).toContain("The game has started");
  expect(await free()).toEqual([]);
});

it("can be taken back before the start, and never after it, also if its start is corrected", async () => {
  const [loser, other] = [await add("Celtics -3.5"), await add("Knicks ML", { starts_at: "2026-11-21T02:00:00.000Z" })];
  await mark(loser.id);
  await end(loser.id);
  expect(await free()).toEqual([]);
  await mark(loser.id);
  now(afterStart);
  await regularPicks.savePick(admin, { id: loser.id, starts_at: "2026-11-22T00:30:00.000Z", reason });
  expect((await refusalOf(end(loser.id))).message).toBe("The game has started, so this pick stays free.");
  expect((await refusalOf(mark(other.id))).message).toBe(
    "The pick Celtics -3.5 is free today. The game has started, so it stays the free pick of today.",
  );
  await regularPicks.deletePick(admin, { id: loser.id, reason });
  expect((await refusalOf(mark(other.id))).message).toContain("Today's free pick was deleted. It stays listed");
  expect(await free()).toEqual([loser.id]);
});

it("of the other stream is replaced only by those who manage that stream", async () => {
  const [regular, pro] = [await add("Celtics -3.5"), await add("Knicks ML", {}, proPicks)];
  await mark(regular.id);
  const manager = actorOf("propicksmanager");
  const refusal = await refusalOf(chooseFreePick(manager, { id: pro.id, free: "yes", confirm: "" }));
  expect(refusal.message).toContain("Ask an admin");
});
