/** Recent Results as the last 7 days' record. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  findSidebar,
  readSidebarManagerPage,
  restoreSidebar,
  saveSidebar,
  saveSidebarForm,
} from "../../../app/models/content/sidebar.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { readTodaysPicksPage } from "../../../app/models/picks/open-picks.server.ts";
import { actorOf, createUser, pickFields } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const [admin, member] = [actorOf("admin"), actorOf("user")];
const nothing = "No results in the last 7 days.";

beforeEach(async () => {
  // Still the 20th in New York.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T04:59:00.000Z") });
  for (const { id } of await db.selectFrom("picks").select("id").where("stream", "=", "regular").execute())
    await regularPicks.deletePick(admin, { id });
  for (const { id } of await db.selectFrom("picks").select("id").where("stream", "=", "pro").execute())
    await proPicks.deletePick(admin, { id });
  await saveSidebar(admin, { results: "Mine", results_by: "record", notes: "N", next: "X" });
});
afterEach(() => void vi.useRealTimers());

const panel = async () => (await readTodaysPicksPage(member, {})).sidebar.results;
const settle = (game_date: string, changes: object = {}, picks: typeof regularPicks | typeof proPicks = regularPicks) =>
  picks.addPick(admin, pickFields({ game_date, verdict: "✅", units_result: "1.25", ...changes }));

it("counts both streams' game days from six days ago to today, in the site's time zone", async () => {
  expect(await panel()).toBe(nothing);
  for (const date of ["11/13/2026", "11/14/2026", "11/20/2026", "11/21/2026", ""]) await settle(date);
  await settle("11/18/2026", { sport: "MLB", verdict: "❌", units_result: "-1.5" });
  await settle("11/18/2026", { verdict: "➖", units_result: "" });
  await settle("11/18/2026", { verdict: "🚫", units_result: "" });
  await settle("11/18/2026", { verdict: "", units_result: "" });
  expect(await panel()).toBe("Last 7 days: 2-1-1, +1.00 units.");
  await settle("11/18/2026", {}, proPicks);
  expect(await panel()).toBe("Last 7 days: 2-1-1, +1.00 units. Pro picks: 1-0, +1.25 units.");
});

it("is current after each change of either stream and after midnight, and otherwise read once", async () => {
  const { id } = await settle("11/14/2026", {}, proPicks);
  const version = async () => (await regularPicks.findVersion(member, {})).version;
  const seen = [await version()];
  expect(await panel()).toBe("Last 7 days, pro picks: 1-0, +1.25 units.");
  expect((await statementsOf(panel)).some((statement) => statement.includes("pick_days"))).toBe(false);
  await proPicks.savePick(admin, { id, verdict: "❌", units_result: "-1.5", reason: "A typing error." });
  seen.push(await version());
  expect(await panel()).toBe("Last 7 days, pro picks: 0-1, -1.50 units.");
  vi.setSystemTime(Date.parse("2026-11-21T05:00:00.000Z"));
  seen.push(await version());
  expect(await panel()).toBe(nothing);
  expect(new Set(seen).size).toBe(3);
});

it("leaves the text stored, which the page of members doesn't contain", async () => {
  expect(await findSidebar(member, {})).toEqual({
    results: "Mine",
    results_by: "record",
    results_shown: nothing,
    notes: "N",
    next: "X",
  });
  expect((await readTodaysPicksPage(member, {})).sidebar).toEqual({ results: nothing, notes: "N", next: "X" });
  expect(await saveSidebar(admin, { results: "Later" })).toMatchObject({ results: "Later", results_shown: nothing });
  expect(await saveSidebar(admin, { results_by: "text" })).toMatchObject({ results: "Later", results_shown: "Later" });
  expect(await panel()).toBe("Later");
});

it("is text or record", async () =>
  expect(saveSidebar(admin, { results_by: "both" })).rejects.toMatchObject({
    reason: "invalid",
    fields: { results_by: "Choose text or record." },
  }));

it("is merged like the texts, and restored with them", async () => {
  const { id } = await createUser(db, { role: "admin", name: "Hugo Test" });
  const { version, lastChange: _last, ...form } = await readSidebarManagerPage(admin, {});
  await saveSidebar(actorOf("admin", id), { results_by: "text" });
  expect(await saveSidebarForm(admin, { ...form, notes: "Mine", version })).toEqual({
    kept: [{ field: "results_by", by: "Hugo Test" }],
  });
  expect(await findSidebar(admin, {})).toMatchObject({ results_by: "text", notes: "Mine" });
  await saveSidebar(actorOf("admin", id), { results_by: "record" });
  await restoreSidebar(admin, {});
  expect(await findSidebar(admin, {})).toMatchObject({ results_by: "text", notes: "Mine" });
});

it("is taken over where only a text is in conflict", async () => {
  await saveSidebar(admin, { results_by: "text" });
  const { version, lastChange: _last, ...form } = await readSidebarManagerPage(admin, {});
  await saveSidebar(admin, { results_by: "record" });
  await saveSidebar(admin, { results_by: "text" });
  await saveSidebar(admin, { results_by: "record", notes: "Theirs" });
  await expect(saveSidebarForm(admin, { ...form, notes: "Mine", version })).rejects.toMatchObject({
    reason: "conflict",
    saved: { notes: "Theirs" },
    merged: { results_by: "record" },
  });
});

it("never counts as empty, but an empty text does", async () => {
  const { lastChange: _last, version: _version, ...form } = await readSidebarManagerPage(admin, {});
  expect(await saveSidebarForm(admin, { ...form, results: "" })).toEqual({ kept: [] });
  await expect(saveSidebarForm(admin, { ...form, results: "", results_by: "text" })).rejects.toMatchObject({
    fields: { confirm_empty: "Recent Results will be empty for members." },
  });
  expect(await saveSidebarForm(admin, { ...form, results_by: "text" })).toEqual({ kept: [] });
});
