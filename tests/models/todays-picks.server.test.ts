import { expect, it } from "vitest";
import { proPicks, regularPicks } from "../../app/models/pick.server.ts";
import { saveSidebar } from "../../app/models/sidebar.server.ts";
import { openTodaysPicks } from "../../app/models/todays-picks.server.ts";
import { actorOf, pickFields, visitor } from "../support/factories.ts";
import { statementsOf } from "./statements.ts";

const [admin, member] = [actorOf("admin"), actorOf("user")];

it("has the open regular picks and the three panels, in a few statements", async () => {
  await regularPicks.publishPick(admin, pickFields({ game: "Open" }));
  await regularPicks.publishPick(admin, pickFields({ game: "Settled", verdict: "✅" }));
  await proPicks.publishPick(admin, pickFields({ game: "Pro" }));
  await saveSidebar(admin, { results: "2-1\nyesterday", next: "8:00 AM" });
  const view = await openTodaysPicks(member, {});
  expect(view.picks.map(({ game }) => game)).toEqual(["Open"]);
  expect(view.sidebar).toEqual({ results: "2-1\nyesterday", notes: "", next: "8:00 AM" });
  expect((await statementsOf(() => openTodaysPicks(member, {}))).length).toBeLessThanOrEqual(3);
});

it("shows a visitor nothing", async () => {
  await expect(openTodaysPicks(visitor, {})).rejects.toMatchObject({ reason: "signed-out", message: "Please login first!" });
});
