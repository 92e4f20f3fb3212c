/** A pick that is added to a card after its start is marked, and stays out of the personal figures unless asked for. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { readOwnCardPage, proCard, regularCard } from "../../../app/models/card/saved-pick.server.ts";
import { actorOf, createUser, nextNumber, pickFields } from "../../support/database/factories.ts";
import { forgetLedger } from "../../support/database/forget-ledger.ts";

const admin = actorOf("admin");
const start = Date.parse("2026-11-21T00:30:00.000Z");
const minute = 60_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start - 60 * minute });
  await forgetLedger({ db });
});
afterEach(() => void vi.useRealTimers());

describe.each([
  { stream: "regular", own: regularPicks, card: regularCard, field: "pick_id" },
  { stream: "pro", own: proPicks, card: proCard, field: "propick_id" },
] as const)("a $stream pick", ({ stream, own, card, field }) => {
  const member = async () => actorOf("user", (await createUser(db)).id);
  const publish = (changes: Readonly<Record<string, unknown>> = {}) =>
    own.addPick(admin, pickFields({ pick: `Knicks +${nextNumber()}`, odds: "-110", ...changes }));
  const results = (actor: Awaited<ReturnType<typeof member>>, query: object = {}) =>
    readOwnCardPage(actor, { stream, tab: "results", ...query });

  it.each([
    ["a minute before its start", start - minute, false],
    ["at the last millisecond before", start - 1, false],
    ["exactly at its start", start, true],
    ["after it", start + minute, true],
  ])("added %s", async (_when, now, after_start) => {
    const [actor, { id }] = [await member(), await publish()];
    vi.setSystemTime(now);
    expect(await card.saveToOwnCard(actor, { [field]: id })).toMatchObject({ after_start, status: "pending" });
    expect((await card.listOwnCard(actor, {})).rows).toMatchObject([{ [field]: id, after_start }]);
    expect((await readOwnCardPage(actor, { stream })).late).toEqual(after_start ? [id] : []);
  });

  it("is marked by when it was added first, not when it was added again or is read", async () => {
    const [actor, { id }] = [await member(), await publish()];
    await card.saveToOwnCard(actor, { [field]: id });
    vi.setSystemTime(start + minute);
    expect(await card.saveToOwnCard(actor, { [field]: id })).toMatchObject({ after_start: false });
    await card.removeFromOwnCard(actor, { [field]: id });
    expect(await card.saveToOwnCard(actor, { [field]: id })).toMatchObject({ after_start: true });
  });

  it("without a start is late from the end of its day, and without a date never", async () => {
    const [actor, dated, undated] = [
      await member(),
      await publish({ time: "" }),
      await publish({ time: "", game_date: "" }),
    ];
    const saved = (id: number) => card.saveToOwnCard(actor, { [field]: id });
    vi.setSystemTime(Date.parse("2026-11-21T04:59:59.999Z"));
    expect(await saved(dated.id)).toMatchObject({ after_start: false });
    await card.removeFromOwnCard(actor, { [field]: dated.id });
    vi.setSystemTime(Date.parse("2026-11-21T05:00:00.000Z"));
    expect([await saved(dated.id), await saved(undated.id)]).toMatchObject([
      { after_start: true },
      { after_start: false },
    ]);
  });

  it("counts in the figures only when it was added in time, unless asked for; both are listed", async () => {
    const [actor, early, late] = [await member(), await publish(), await publish()];
    await card.saveToOwnCard(actor, { [field]: early.id });
    vi.setSystemTime(start + minute);
    await card.saveToOwnCard(actor, { [field]: late.id });
    vi.setSystemTime(start + 180 * minute);
    await own.savePick(admin, { id: early.id, verdict: "❌" });
    await own.savePick(admin, { id: late.id, verdict: "✅" });
    const usual = await results(actor);
    expect([usual.history?.picks.map(({ id }) => id).toSorted((one, other) => one - other), usual.late]).toEqual([
      [early.id, late.id],
      [late.id],
    ]);
    expect(usual.history?.figures).toMatchObject({ wins: 0, losses: 1, totalBets: 1, unitsWon: -1.5 });
    expect((await results(actor, { after_start: "1" })).history?.figures).toMatchObject({
      wins: 1,
      losses: 1,
      totalBets: 2,
      unitsWon: -0.14,
    });
    expect((await results(actor, { after_start: "" })).history?.figures).toEqual(usual.history?.figures);
    await expect(results(actor, { after_start: "yes" })).rejects.toMatchObject({
      reason: "invalid",
      fields: { after_start: "Must be 1." },
    });
    expect((await card.listOwnCard(actor, { status: "settled" })).rows).toMatchObject([
      { [field]: late.id, after_start: true, status: "settled" },
      { [field]: early.id, after_start: false, status: "settled" },
    ]);
  });

  it("whose start is corrected later is marked by the right one", async () => {
    const [actor, { id }] = [await member(), await publish()];
    vi.setSystemTime(start - 30 * minute);
    await card.saveToOwnCard(actor, { [field]: id });
    const isLate = async () => (await card.listOwnCard(actor, {})).rows.map(({ after_start }) => after_start);
    expect(await isLate()).toEqual([false]);
    await own.savePick(admin, { id, time: "6:45 PM", reason: "It was earlier." });
    expect([await isLate(), (await readOwnCardPage(actor, { stream })).late]).toEqual([[true], [id]]);
    await own.savePick(admin, { id, time: "8 PM", reason: "It was later." });
    expect([await isLate(), (await readOwnCardPage(actor, { stream })).late]).toEqual([[false], []]);
  });
});
