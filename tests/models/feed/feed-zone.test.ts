/** A site in Europe: an evening in America is the next day there. */
import { expect, it, vi } from "vitest";
import { hour, openPick, over, rowOf, runAt, start, useOddsApi } from "../../support/feed.ts";

vi.hoisted(() => vi.stubEnv("SITE_TIMEZONE", "Europe/Berlin"));

const api = useOddsApi();

it("the games of a series are not exchanged: a start says which, without one people do", async () => {
  const timed = await openPick({ time: "7:30 PM ET" });
  const untimed = await openPick({ time: "" });
  const before = { id: "game-0", commence_time: new Date(start - 24 * hour).toISOString() };
  api().games = [over("120", "104", before), over("90", "104")];
  await runAt(api(), start + 23 * hour);
  expect([(await rowOf(timed)).verdict, (await rowOf(untimed)).verdict]).toEqual(["❌", ""]);
});
