/** Tests what no rule grades: props, texts that nobody could read, unknown prices, games that were not played. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { everything, pickRow } from "../../support/database/picks.ts";
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
} from "../../support/grading.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { formFieldsIn } from "../../support/pages/form-fields.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

const row = (id: number) => pickRow(app, id);
const notices = async () => alerts(await staff.text(gradePath));

describe("a verdict by hand", () => {
  test("is given to a prop and to an unreadable pick in the form of the scores", async () => {
    const [game, odd] = [newGame(), newGame()];
    const ruled = await publishOn(staff, game);
    const prop = await publishOn(staff, game, { pick: `${game.home} Over 112.5 (-115)` });
    const unread = await publishOn(staff, odd, { game: odd.home, pick: "The usual" });
    const page = await staff.text(gradePath);
    expect(gameText(page, game)).toContain(
      "Props, parlays and parts of a game are graded by hand. Choose its verdict by hand.",
    );
    const typed = {
      ...scoresOf(page, game, [104, 112]),
      [`verdict_${prop}_1`]: "❌",
      [`verdict_${unread}_1`]: "✅",
      [`units_${unread}_1`]: "0.5",
    };
    const { html } = await check(staff, page, typed);
    expect(gameText(html, game)).toContain("Loss, -1.00 U By hand");
    expect(formFieldsIn(html, "Results")).toMatchObject({ [boxOf(prop)]: "1", [boxOf(unread)]: "1" });
    expect((await send(staff, html, "apply")).status).toBe(303);
    expect(await notices()).toEqual(["3 picks graded: 2 won, 1 lost."]);
    const scores = { away_score: 104, home_score: 112 };
    expect(await row(ruled)).toMatchObject({ verdict: "✅", units_result: 0.91, graded_by: "rule", ...scores });
    expect(await row(prop)).toMatchObject({ verdict: "❌", units_result: -1, graded_by: "hand", ...scores });
    expect(await row(unread)).toMatchObject({
      verdict: "✅",
      units_result: 0.5,
      graded_by: "hand",
      away_score: null,
      home_score: null,
    });
  });

  test.each([
    ["✅", "", "Enter the units: its price is not known."],
    ["✅", "-1", "A win can't be below 0."],
    ["❌", "1", "A loss can't be above 0."],
    ["➖", "0.5", "A push is 0: the stake came back."],
    ["✅", "much", "Must be a number."],
  ])("%s with the units %j is refused at its field", async (verdict, units, problem) => {
    const id = await publishOn(staff, newGame(), { pick: "The usual" });
    const before = await everything(app);
    const page = await staff.text(gradePath);
    const refused = await check(staff, page, { [`verdict_${id}_1`]: verdict, [`units_${id}_1`]: units });
    expect([refused.status, fieldError(refused.html, `units_${id}_1`)]).toEqual([422, problem]);
    expect([`verdict_${id}_1`, `units_${id}_1`].map((name) => fieldValue(refused.html, name))).toEqual([
      verdict,
      units,
    ]);
    expect(await everything(app)).toBe(before);
  });
});

describe("a pick without a price", () => {
  test("that wins asks for its units", async () => {
    const game = newGame();
    const id = await publishOn(staff, game, { pick: `${game.home} -3.5` });
    const page = await staff.text(gradePath);
    const first = await check(staff, page, scoresOf(page, game, [104, 112]));
    expect(gameText(first.html, game)).toContain("Its price is not known: a person sets its units.");
    const fields = formFieldsIn(first.html, "Results");
    expect([fields[boxOf(id)], fields[`units_${id}_1`]]).toEqual([undefined, ""]);
    const wrong = await check(staff, first.html, { [`units_${id}_1`]: "-0.9" });
    expect([wrong.status, fieldError(wrong.html, `units_${id}_1`)]).toEqual([422, "A win can't be below 0."]);
    // Typed after the check, so they are checked before they are applied.
    const again = await send(staff, first.html, "apply", { [`units_${id}_1`]: "0.9" });
    const html = await again.text();
    expect([again.status, (await row(id)).verdict]).toEqual([200, ""]);
    expect(gameText(html, game)).toContain("Win, +0.90 U By hand");
    expect((await send(staff, html, "apply")).status).toBe(303);
    expect(await notices()).toEqual(["1 pick graded: 1 won."]);
    expect(await row(id)).toMatchObject({
      verdict: "✅",
      units_result: 0.9,
      graded_by: "hand",
      away_score: 104,
      home_score: 112,
    });
  });

  test("that loses costs its stake", async () => {
    const game = newGame();
    const id = await publishOn(staff, game, { pick: `${game.home} -8.5`, unit_size: 1.5 });
    const page = await staff.text(gradePath);
    const { html } = await check(staff, page, scoresOf(page, game, [104, 112]));
    expect((await send(staff, html, "apply")).status).toBe(303);
    expect(await row(id)).toMatchObject({ verdict: "❌", units_result: -1.5, graded_by: "rule" });
  });
});

test("a game that was postponed proposes to void its picks, and voids only what is ticked", async () => {
  const game = newGame();
  const id = await publishOn(staff, game);
  const page = await staff.text(gradePath);
  const status = `status_${keyOf(page, game)}`;
  const first = await check(staff, page, { [status]: "postponed" });
  expect(gameText(first.html, game)).toContain("Void, 0.00 U The game was postponed");
  expect(formFieldsIn(first.html, "Results")[boxOf(id)]).toBe("0");
  expect((await send(staff, first.html, "apply")).status).toBe(303);
  const waiting = await staff.text(gradePath);
  expect([alerts(waiting), fieldValue(waiting, status)]).toEqual([["1 result stored."], "postponed"]);
  expect(await row(id)).toMatchObject({ verdict: "", version: 1 });
  const { html } = await check(staff, waiting);
  expect((await send(staff, html, "apply", { [boxOf(id)]: "1" })).status).toBe(303);
  expect(await notices()).toEqual(["1 pick graded: 1 void."]);
  expect(await row(id)).toMatchObject({
    verdict: "🚫",
    units_result: 0,
    graded_by: "rule",
    away_score: null,
    home_score: null,
  });
});

test.each([
  ["home", "HOME won", [0, 1], "✅", 1.2],
  ["away", "AWAY won", [1, 0], "❌", -1],
  ["draw", "A draw", [0, 0], "➖", 0],
] as const)("a fight asks for its winner: %s", async (winner, workings, [away_score, home_score], verdict, units) => {
  const game = newGame();
  const id = await publishOn(staff, game, { sport: "UFC", pick: `${game.home} ML (+120)` });
  const page = await staff.text(gradePath);
  const key = keyOf(page, game);
  expect([fieldValue(page, `winner_${key}`), fieldValue(page, `home_${key}`)]).toEqual(["", null]);
  expect(visibleText(/<select[^>]*name="winner_[\s\S]*?<\/select>/.exec(page)?.[0] ?? "")).toBe(
    `Choose ${game.away} ${game.home} Draw`,
  );
  const { html } = await check(staff, page, { [`winner_${key}`]: winner });
  expect(gameText(html, game)).toContain(workings.replace("HOME", game.home).replace("AWAY", game.away));
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect(await row(id)).toMatchObject({ verdict, units_result: units, away_score, home_score });
});
