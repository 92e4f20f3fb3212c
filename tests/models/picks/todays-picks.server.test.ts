import { expect, it } from "vitest";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { saveSidebar } from "../../../app/models/content/sidebar.server.ts";
import { readTodaysPicksPage } from "../../../app/models/picks/open-picks.server.ts";
import { actorOf, pickFields, visitor } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const [admin, member] = [actorOf("admin"), actorOf("user")];

it("has the open regular picks and the three panels, with few statements", async () => {
  await regularPicks.addPick(admin, pickFields({ game: "Open" }));
  await regularPicks.addPick(admin, pickFields({ game: "Settled", verdict: "✅" }));
  await proPicks.addPick(admin, pickFields({ game: "Pro" }));
  await saveSidebar(admin, { results: "2-1\nyesterday", notes: "", next: "8:00 AM" });
  const view = await readTodaysPicksPage(member, {});
  expect(view.picks.map(({ game }) => game)).toEqual(["Open"]);
  expect(view.sidebar).toEqual({ results: "2-1\nyesterday", notes: "", next: "8:00 AM" });
  expect((await statementsOf(() => readTodaysPicksPage(member, {}))).length).toBeLessThanOrEqual(4);
});

it("has a new version after each change of a regular pick or a panel, but not of a pro pick", async () => {
  const version = async () => {
    const [view, current] = [await readTodaysPicksPage(member, {}), await regularPicks.findVersion(member, {})];
    expect(current.version).toBe(view.version);
    return view.version;
  };
  const seen = [await version()];
  const { id } = await regularPicks.addPick(admin, pickFields());
  seen.push(await version());
  await regularPicks.savePick(admin, { id, time: "8:00 PM", reason: "It starts later." });
  seen.push(await version());
  await saveSidebar(admin, { notes: "Another note" });
  seen.push(await version());
  await regularPicks.deletePick(admin, { id });
  seen.push(await version());
  expect(new Set(seen).size).toBe(5);
  await proPicks.addPick(admin, pickFields());
  expect(await version()).toBe(seen.at(-1));
});

it("refuses a visitor", async () => {
  await expect(readTodaysPicksPage(visitor, {})).rejects.toMatchObject({
    reason: "signed-out",
    message: "Please login first!",
  });
});
