/** Tests the advice of docs/self-hosting.md for tables that differ: setting a pick back mends them. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { dayMs } from "../../../app/time/durations.ts";
import { env } from "../../../app/env.server.ts";
import { checkLedger } from "../../../app/models/ledger/chain/check-tables.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { startLedger } from "../../../db/start-ledger.ts";
import { rebuild } from "../../../db/totals.ts";
import { actorOf, createPick, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
let noon = Date.parse("2026-11-20T17:00:00.000Z");
// Each test is on later days: the ledger's time never goes back.
beforeEach(() => {
  noon += 30 * dayMs;
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  await startLedger(env.DATABASE);
});
afterEach(() => void vi.useRealTimers());

const differences = async () => {
  const { findings, differences: found } = await checkLedger(db, new Date());
  expect(findings.broken).toEqual([]);
  return found.map((text) => text.replace(/^regular:\d+: /, ""));
};
const publish = () => regularPicks.addPick(admin, pickFields({ pick: "Knicks +2.5", odds: "-110" }));
const save = (id: number, fields: object) => regularPicks.savePick(admin, { id, reason: "Set back.", ...fields });

it("a field, before the start and after it", async () => {
  const { id } = await publish();
  for (const hours of [0, 48]) {
    vi.setSystemTime(noon + hours * 3_600_000);
    await db.updateTable("picks").set({ book: "Another" }).where("id", "=", id).execute();
    expect(await differences()).toEqual(["its book is not that of the ledger"]);
    await save(id, { book: "" });
    expect(await differences()).toEqual([]);
  }
});

it("a verdict, once the totals are rebuilt", async () => {
  const { id } = await publish();
  vi.setSystemTime(noon + 24 * 3_600_000);
  await save(id, { verdict: "loss" });
  await db.updateTable("picks").set({ verdict: "✅", units_result: 1.36 }).where("id", "=", id).execute();
  expect(await differences()).toEqual([
    "its verdict is not that of the ledger",
    "its units_result is not that of the ledger",
  ]);
  await rebuild(db);
  await save(id, { verdict: "loss", units_result: "" });
  expect(await differences()).toEqual([]);
});

it("a pick that came past the program is published by its next change", async () => {
  const { id } = await createPick(db, { pick: "Knicks +2.5" });
  expect(await differences()).toEqual(["it is in the tables and has no entry"]);
  await save(id, { book: "A Book" });
  expect(await differences()).toEqual([]);
});
