import { beforeEach, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findOverdueResults } from "../../../app/models/grading/waiting.server.ts";
import { createPick } from "../../support/database/factories.ts";

/** Two days after the game date, at noon in New York. */
const now = new Date("2026-11-22T17:00:00.000Z");
const [overADay, underADay] = ["2026-11-21T16:59:00.000Z", "2026-11-21T17:01:00.000Z"];

beforeEach(async () => {
  await db.deleteFrom("picks").execute();
});

it("a pick waits for its result from a day after its start, and not before", async () => {
  await createPick(db, { starts_at: underADay, game_date: "2026-11-20" });
  expect(await findOverdueResults(now)).toBeNull();
  expect(await findOverdueResults(new Date("2026-11-22T17:01:00.000Z"))).toEqual({
    text: "1 pick waits for its result.",
    since: underADay,
    advice: "Grade it, or move the game.",
    page: "grading",
  });
});

it("without a start the day counts from the end of the game date, and without a date never", async () => {
  await createPick(db, { starts_at: null, game_date: "2026-11-21" });
  await createPick(db, { starts_at: null, game_date: "" });
  expect(await findOverdueResults(new Date("2026-11-23T04:59:59.000Z"))).toBeNull();
  expect(await findOverdueResults(new Date("2026-11-23T05:00:00.000Z"))).toMatchObject({
    text: "1 pick waits for its result.",
    since: "2026-11-22T05:00:00.000Z",
  });
});

it("several picks of both streams are counted, since the oldest start", async () => {
  for (const starts_at of [overADay, "2026-11-19T00:30:00.000Z", underADay]) await createPick(db, { starts_at });
  await createPick(db, { stream: "pro", starts_at: overADay });
  expect(await findOverdueResults(now)).toEqual({
    text: "3 picks wait for their result.",
    since: "2026-11-19T00:30:00.000Z",
    advice: "Grade them, or move the game.",
    page: "grading",
  });
});

it("drafts and settled picks don't wait", async () => {
  await createPick(db, { starts_at: overADay, published_at: null });
  await createPick(db, { starts_at: overADay, verdict: "✅", units_result: 1 });
  await createPick(db, { starts_at: overADay, verdict: "🚫", units_result: 0 });
  expect(await findOverdueResults(now)).toBeNull();
});
