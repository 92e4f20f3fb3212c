/** Tests what the banner says about the feed. */
import { expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  findFeedFailure,
  findSpentBudget,
  findUndecidedResults,
} from "../../../app/models/feed/feed-problems.server.ts";
import { hour, listed, minute, openPick, over, runAt, start, useOddsApi } from "../../support/feed.ts";

vi.hoisted(() => vi.stubEnv("ODDS_API_KEY", "key-of-the-tests"));

const api = useOddsApi();
const asked = start + 2.5 * hour;
const iso = (ms: number) => new Date(ms).toISOString();

it("says nothing while all is well", async () => {
  await openPick();
  api().games = [listed()];
  await runAt(api(), asked);
  expect([await findFeedFailure(), await findSpentBudget(), await findUndecidedResults()]).toEqual([null, null, null]);
});

it("says since when the feed fails, why, and what to do", async () => {
  await openPick();
  api().fault = "error";
  await runAt(api(), asked);
  await runAt(api(), asked + hour);
  expect(await findFeedFailure()).toEqual({
    text: "The feed of results fails.",
    since: iso(asked),
    advice:
      "It answered with an error (500). Check ODDS_API_KEY, and the service's page about its state. Until then, type the results on the Grade page.",
    page: "grading",
  });
});

it("says since when the month's credits are spent, until the month ends", async () => {
  await openPick();
  await runAt(api(), asked, { monthly: 1 });
  expect(await findSpentBudget(new Date(asked))).toMatchObject({
    text: "The feed's credits of this month are spent (0 of 500).",
    since: iso(asked),
    advice: expect.stringContaining("wait for 12/01/2026."),
  });
  expect(await findSpentBudget(new Date("2026-12-01T00:00:00.000Z"))).toBeNull();
});

it("says when a result waits for a decision for more than a day, until it is decided", async () => {
  await openPick();
  api().games = [over()];
  await runAt(api(), asked, { mode: "propose" });
  expect(await findUndecidedResults(new Date(asked + 24 * hour - minute))).toBeNull();
  expect(await findUndecidedResults(new Date(asked + 24 * hour + minute))).toEqual({
    text: "1 result of the feed waits for a decision.",
    since: iso(asked),
    advice: "Look at it on the Grade page.",
    page: "grading",
  });
  await db.deleteFrom("picks").execute();
  await runAt(api(), asked + 25 * hour);
  expect(await findUndecidedResults(new Date(asked + 26 * hour))).toBeNull();
});
