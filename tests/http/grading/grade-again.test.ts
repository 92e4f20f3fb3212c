/** A day's settled games, and the corrections of their scores. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { everything, pickRow, totals } from "../../support/database/picks.ts";
import {
  boxOf,
  check,
  gameText,
  gradePath,
  gradingEnv,
  keyOf,
  newGame,
  publishOn,
  scoresOf,
  send,
  today,
} from "../../support/grading.ts";
import { formFieldsIn } from "../../support/pages/form-fields.ts";
import { alerts, fieldValue, visibleText } from "../../support/pages/html.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("superadmin");
});
// The totals follow every correction.
afterEach(async () => {
  const { stored, counted } = await totals(app);
  expect(stored).toEqual(counted);
  expect(stored).not.toEqual([]);
});

const day = `${gradePath}?date=${encodeURIComponent(formatCalendarDate(today))}`;
const row = (id: number) => pickRow(app, id);
const withoutReason = "Settled picks are graded anew only with a reason. Nothing was applied yet.";

/** A game whose pick won by 104-112. */
async function settledGame() {
  const game = newGame();
  const id = await publishOn(staff, game);
  const page = await staff.text(gradePath);
  const { html } = await check(staff, page, scoresOf(page, game, [104, 112]));
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect(alerts(await staff.text(gradePath))).toEqual(["1 pick graded: 1 won."]);
  return { game, id };
}

test("a day shows its settled games with their scores, and grading them again changes nothing", async () => {
  const { game } = await settledGame();
  const page = await staff.text(day);
  const key = keyOf(page, game);
  expect(["away", "home"].map((side) => fieldValue(page, `${side}_${key}`))).toEqual(["104", "112"]);
  expect(gameText(page, game)).toContain("✅ Win +0.91 U");
  const before = await everything(app);
  const { html } = await check(staff, page);
  expect(gameText(html, game)).toContain("It is settled so already.");
  expect([fieldValue(html, "reason"), html.includes('value="apply"')]).toEqual([null, false]);
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect(alerts(await staff.text(gradePath))).toEqual(["Nothing was changed."]);
  expect(await everything(app)).toBe(before);
});

test("the scores of a pick that was settled by hand are added, and it stays by hand", async () => {
  const game = newGame();
  const id = await publishOn(staff, game, { verdict: "win", units_result: 0.91 });
  const page = await staff.text(day);
  expect(fieldValue(page, `home_${keyOf(page, game)}`)).toBe("");
  const { html } = await check(staff, page, scoresOf(page, game, [104, 112]));
  expect(fieldValue(html, "reason")).toBeNull();
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect(alerts(await staff.text(gradePath))).toEqual(["Scores added to 1 pick."]);
  expect(await row(id)).toMatchObject({ verdict: "✅", graded_by: "hand", away_score: 104, home_score: 112 });
});

describe("a corrected score", () => {
  test("asks for a reason, which the pick's trail keeps", async () => {
    const { game, id } = await settledGame();
    const page = await staff.text(day);
    const { html } = await check(staff, page, scoresOf(page, game, [114, 112]));
    expect(gameText(html, game)).toContain("Loss, -1.00 U");
    expect(gameText(html, game)).toContain("margin -2, line -3.5 (was win, 0.91u, scores 104-112)");
    expect(fieldValue(html, "reason")).toBe("");
    const before = await everything(app);
    const refused = await send(staff, html, "apply");
    const again = await refused.text();
    expect([refused.status, alerts(again), await everything(app)]).toEqual([200, [withoutReason], before]);
    expect(formFieldsIn(again, "Results")).toMatchObject({ [boxOf(id, 2)]: "1", reason: "" });
    const reason = "The league corrected a basket.";
    expect((await send(staff, again, "apply", { reason })).status).toBe(303);
    expect(alerts(await staff.text(gradePath))).toEqual(["1 pick graded: 1 lost."]);
    expect(await row(id)).toMatchObject({
      verdict: "❌",
      units_result: -1,
      away_score: 114,
      home_score: 112,
      graded_by: "rule",
    });
    const trail: { action: string; changes: unknown[] }[] = await (
      await staff.call("GET", `/api/audit?subject=pick&subject_id=${id}`)
    ).json();
    expect(trail[0]).toMatchObject({ action: "pick.graded_anew" });
    expect(trail[0]?.changes).toContainEqual({ field: "reason", before: "", after: reason });
    const manager = await app.signedIn("admin");
    expect(visibleText(await manager.text(`/admin/picks/${id}`))).toContain(reason);
    const results = app.db.selectFrom("results").select(["away_score", "home_score"]).where("home", "=", game.home);
    expect(await results.orderBy("id").execute()).toEqual([
      { away_score: 104, home_score: 112 },
      { away_score: 114, home_score: 112 },
    ]);
  });

  test("that leaves the verdict as it was is one too", async () => {
    const { game, id } = await settledGame();
    const page = await staff.text(day);
    const { html } = await check(staff, page, scoresOf(page, game, [104, 113]));
    expect(gameText(html, game)).toContain("Win, +0.91 U");
    expect((await send(staff, html, "apply", { reason: "A late free throw." })).status).toBe(303);
    expect(await row(id)).toMatchObject({ verdict: "✅", units_result: 0.91, home_score: 113 });
  });

  test("is left out when its pick was changed in between", async () => {
    const { game, id } = await settledGame();
    const page = await staff.text(day);
    const { html } = await check(staff, page, scoresOf(page, game, [114, 112]));
    await staff.call("PUT", `/api/picks/${id}`, { book: "FanDuel" });
    expect((await send(staff, html, "apply", { reason: "Corrected." })).status).toBe(303);
    expect(alerts(await staff.text(gradePath)).join()).toContain(
      `Left out, since it was changed in the meantime: ${game.home} -3.5 (-110)`,
    );
    expect(await row(id)).toMatchObject({ verdict: "✅", home_score: 112, away_score: 104 });
  });
});
