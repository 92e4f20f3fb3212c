/** The page that grades a day's games, without scripts: type the scores, check, apply. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { everything, pickRow } from "../../support/database/picks.ts";
import {
  type Game,
  boxOf,
  check,
  gameText,
  gradePath,
  gradingEnv,
  keyOf,
  newGame,
  publishOn,
  resultOf,
  scoresOf,
  send,
} from "../../support/grading.ts";
import { alerts, fieldError, fieldValue } from "../../support/pages/html.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("admin");
});

const row = (id: number) => pickRow(app, id);

/** HOME and AWAY stand for the game's sides. */
const evening = [
  {
    pick: "HOME -3.5 (-110)",
    scores: [104, 112],
    outcome: "Win, +0.91 U",
    verdict: "✅",
    units: 0.91,
    workings: "HOME 112, AWAY 104: margin +8, line -3.5",
  },
  {
    pick: "HOME -8 (-110)",
    scores: [104, 112],
    outcome: "Push, 0.00 U",
    verdict: "➖",
    units: 0,
    workings: "HOME 112, AWAY 104: margin +8, line -8",
  },
  {
    pick: "AWAY +7.5 (-110)",
    scores: [104, 112],
    outcome: "Loss, -1.00 U",
    verdict: "❌",
    units: -1,
    workings: "AWAY 104, HOME 112: margin -8, line +7.5",
  },
  {
    pick: "HOME ML (+150)",
    scores: [104, 112],
    outcome: "Win, +1.50 U",
    verdict: "✅",
    units: 1.5,
    workings: "HOME 112, AWAY 104: margin +8",
  },
  {
    pick: "Over 216 (-110)",
    scores: [104, 112],
    outcome: "Push, 0.00 U",
    verdict: "➖",
    units: 0,
    workings: "AWAY 104, HOME 112: total 216, over 216",
  },
  {
    pick: "Under 216.5 (-110)",
    scores: [104, 112],
    outcome: "Win, +0.91 U",
    verdict: "✅",
    units: 0.91,
    workings: "AWAY 104, HOME 112: total 216, under 216.5",
  },
  {
    pick: "HOME PK (-110)",
    scores: [99, 98],
    outcome: "Loss, -1.00 U",
    verdict: "❌",
    units: -1,
    workings: "HOME 98, AWAY 99: margin -1, line 0",
  },
  {
    pick: "AWAY ML (-135)",
    scores: [110, 0],
    outcome: "Win, +0.74 U",
    verdict: "✅",
    units: 0.74,
    workings: "AWAY 110, HOME 0: margin +110",
  },
] as const;
const on = ({ away, home }: Game, text: string) => text.replaceAll("HOME", home).replaceAll("AWAY", away);

test("eight games: a check writes nothing and shows how each pick is graded, then all are applied", async () => {
  const games = evening.map((bet) => ({ ...bet, game: newGame() }));
  const ids: number[] = [];
  for (const { game, pick } of games) ids.push(await publishOn(staff, game, { pick: on(game, pick) }));
  const page = await staff.text(gradePath);
  const before = await everything(app);
  const typed = Object.assign({}, ...games.map(({ game, scores }) => scoresOf(page, game, scores)));
  const { status, html } = await check(staff, page, typed);
  expect([status, await everything(app)]).toEqual([200, before]);
  for (const { game, outcome, workings } of games)
    expect(gameText(html, game)).toContain(`${outcome} ${on(game, workings)}`);
  const applied = await send(staff, html, "apply");
  expect([applied.status, applied.headers.get("location")]).toEqual([303, gradePath]);
  const next = await staff.text(gradePath);
  expect(alerts(next)).toEqual(["8 picks graded: 4 won, 2 lost, 2 pushed."]);
  expect(next).not.toContain(games[0]?.game.title);
  for (const [index, { scores, verdict, units }] of games.entries())
    expect(await row(ids[index] ?? 0)).toMatchObject({
      verdict,
      units_result: units,
      graded_by: "rule",
      away_score: scores[0],
      home_score: scores[1],
    });
});

test.each([
  ["", "Enter both scores."],
  ["many", "Must be a number."],
  ["-1", "Must be between 0 and 1000."],
  ["1.5", "Must be a whole number."],
])("a score %j is refused at its field, and what was typed stays", async (score, problem) => {
  const games = [newGame(), newGame()] as const;
  for (const game of games) await publishOn(staff, game);
  const page = await staff.text(gradePath);
  const before = await everything(app);
  const [key, other] = [keyOf(page, games[0]), keyOf(page, games[1])];
  const typed = { [`away_${key}`]: "104", [`home_${key}`]: score, [`away_${other}`]: "90", [`home_${other}`]: "99" };
  for (const button of ["check", "apply"] as const) {
    const answer = await send(staff, page, button, typed);
    const html = await answer.text();
    expect([answer.status, fieldError(html, `home_${key}`), fieldError(html, `home_${other}`)]).toEqual([
      422,
      problem,
      null,
    ]);
    for (const [name, value] of Object.entries(typed)) expect(fieldValue(html, name)).toBe(value);
  }
  expect(await everything(app)).toBe(before);
});

test("after an error nothing is offered to apply, also where a stored result was checked at once", async () => {
  const game = newGame();
  await staff.call("POST", "/api/results", { results: [resultOf(game)], apply: true });
  await publishOn(staff, game);
  const page = await staff.text(gradePath);
  expect([gameText(page, game).includes("Win, +0.91 U"), page.includes('value="apply"')]).toEqual([true, true]);
  const { status, html } = await check(staff, page, scoresOf(page, game, [104, ""]));
  expect([status, gameText(html, game).includes("Win"), html.includes('value="apply"')]).toEqual([422, false, false]);
});

describe("who grades", () => {
  test("a propicksmanager sees and grades pro picks alone", async () => {
    const [both, regularAlone] = [newGame(), newGame()];
    const regular = await publishOn(staff, both);
    const pro = await publishOn(staff, both, { pick: `${both.home} ML (-150)` }, "/api/propicks");
    const hidden = await publishOn(staff, regularAlone);
    const manager = await app.signedIn("propicksmanager");
    const page = await manager.text(gradePath);
    expect([page.includes(regularAlone.title), gameText(page, both)].join()).not.toContain("-3.5");
    const { html } = await check(manager, page, scoresOf(page, both, [104, 112]));
    const boxes = { [boxOf(regular)]: "1", [boxOf(hidden)]: "1" };
    expect((await send(manager, html, "apply", boxes)).status).toBe(303);
    expect(alerts(await manager.text(gradePath)).join()).not.toContain(both.home);
    expect([(await row(pro)).verdict, (await row(regular)).verdict, (await row(hidden)).verdict]).toEqual([
      "✅",
      "",
      "",
    ]);
  });

  test("a member does not", async () => {
    const member = await app.signedIn("user");
    const before = await everything(app);
    expect((await member.get(gradePath)).status).toBe(302);
    expect((await member.post(gradePath, { do: "apply" })).status).toBe(403);
    expect((await app.client().post(gradePath, { do: "apply" })).status).toBe(401);
    expect(await everything(app)).toBe(before);
  });
});
