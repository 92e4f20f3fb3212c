/** An entry's kind and its time come from one look at the clock. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { startLedger } from "../../../db/start-ledger.ts";
import { dayMs, hourMs } from "../../../app/time/durations.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const firstStart = Date.parse("2099-11-21T00:30:00.000Z");
const admin = actorOf("admin");
beforeAll(() => startLedger(env.DATABASE));
afterEach(() => void vi.unstubAllGlobals());

/** Each look at the clock takes a millisecond. */
function startTicking(from: number): void {
  const RealDate = Date;
  let now = from;
  const tick = () => (now += 1);
  vi.stubGlobal(
    "Date",
    new Proxy(RealDate, {
      construct: (target, words: [], newTarget) =>
        Reflect.construct(target, words.length === 0 ? [tick()] : words, newTarget),
      get: (target, name, receiver) => (name === "now" ? tick : Reflect.get(target, name, receiver)),
    }),
  );
}

it("a pick that starts while it is changed is amended before its start or corrected after it", async () => {
  // The way from the first look to the entry is shorter than 25 looks.
  for (let looks = 0; looks < 25; looks += 1) {
    // The ledger's time never goes back: each on a day of its own.
    const start = firstStart + looks * dayMs;
    startTicking(start - hourMs);
    const { id } = await regularPicks.addPick(admin, pickFields({ starts_at: new Date(start).toISOString() }));
    startTicking(start - looks);
    await regularPicks.savePick(admin, { id, book: "A Book", reason: "It was missing." });
  }
  const types = await db.selectFrom("ledger").select("type").where("type", "in", ["amend", "correct"]).execute();
  expect(new Set(types.map(({ type }) => type))).toEqual(new Set(["amend", "correct"]));
  const { findings } = await checkLedger(db, new Date(firstStart + 25 * dayMs));
  expect(findings.broken).toEqual([]);
});
