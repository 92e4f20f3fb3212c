/** Tests changes between the check and the application of a day's results. */
import { beforeAll, expect, test } from "vitest";
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
import { formFieldsIn } from "../../support/pages/form-fields.ts";
import { alerts, fieldValue } from "../../support/pages/html.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

const row = (id: number) => pickRow(app, id);
const outdated = "The results were changed after the check, so nothing was applied. Look at it again.";

/** Two games, each with a pick that wins, and the page of their check. */
async function checkedGames() {
  const games = [newGame(), newGame()] as const;
  const ids = [await publishOn(staff, games[0]), await publishOn(staff, games[1])] as const;
  const page = await staff.text(gradePath);
  const typed = { ...scoresOf(page, games[0], [104, 112]), ...scoresOf(page, games[1], [90, 99]) };
  return { games, ids, ...(await check(staff, page, typed)) };
}

test("a pick that is edited is left out and named", async () => {
  const { games, ids, html } = await checkedGames();
  expect((await staff.call("PUT", `/api/picks/${ids[1]}`, { book: "FanDuel" })).status).toBe(200);
  expect((await send(staff, html, "apply")).status).toBe(303);
  const page = await staff.text(gradePath);
  const [notice = ""] = alerts(page);
  expect(notice).toMatch(
    new RegExp(
      `^1 pick graded: 1 won\\. Left out, since it was changed in the meantime: ${games[1].home} -3\\.5 \\(-110\\), `,
    ),
  );
  expect([(await row(ids[0])).verdict, (await row(ids[1])).verdict]).toEqual(["✅", ""]);
  // Its game waits with the scores that were typed.
  expect(fieldValue(page, `home_${keyOf(page, games[1])}`)).toBe("99");
  expect((await send(staff, (await check(staff, page)).html, "apply")).status).toBe(303);
  expect((await row(ids[1])).verdict).toBe("✅");
});

test("a game that a colleague settles or moves is left out and named", async () => {
  const { games, ids, html } = await checkedGames();
  const late = newGame();
  const id = await publishOn(staff, late);
  const more = await check(staff, html, scoresOf(await staff.text(gradePath), late, [104, 112]));
  await staff.call("PUT", `/api/picks/${ids[0]}`, { verdict: "loss", units_result: -1 });
  await staff.call("PUT", `/api/picks/${ids[1]}`, { time: "8:00 AM", reason: "A typing error." });
  expect((await send(staff, more.html, "apply")).status).toBe(303);
  const [notice = ""] = alerts(await staff.text(gradePath));
  expect(notice).toContain("1 pick graded: 1 won. Left out, since they were changed in the meantime: ");
  for (const { home } of games) expect(notice).toContain(`${home} -3.5 (-110)`);
  expect([(await row(ids[0])).verdict, (await row(ids[1])).verdict, (await row(id)).verdict]).toEqual(["❌", "", "✅"]);
});

test("of two graders at once one settles the picks, and the other is told", async () => {
  const { games, ids, html } = await checkedGames();
  const both = [staff, await app.signedIn("superadmin")];
  const answers = await Promise.all(both.map((client) => send(client, html, "apply")));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const notices = await Promise.all(both.map(async (client) => alerts(await client.text(gradePath))));
  expect(notices.sort()).toEqual([
    ["2 picks graded: 2 won."],
    [
      "Nothing was changed. Left out, since they were changed in the meantime: " +
        `${games[0].home} -3.5 (-110); ${games[1].home} -3.5 (-110).`,
    ],
  ]);
  for (const id of ids) {
    expect(await row(id)).toMatchObject({ verdict: "✅", version: 2 });
    const entries = app.db.selectFrom("audit").select("id").where("action", "=", "pick.settled");
    expect(await entries.where("subject_id", "=", id).execute()).toHaveLength(1);
  }
});

test("scores that are changed are shown anew, and nothing is written", async () => {
  const { games, ids, html } = await checkedGames();
  const before = await everything(app);
  const answer = await send(staff, html, "apply", scoresOf(html, games[0], [112, 104]));
  const again = await answer.text();
  expect([answer.status, alerts(again), await everything(app)]).toEqual([200, [outdated], before]);
  expect(gameText(again, games[0])).toContain("Loss, -1.00 U");
  expect((await send(staff, again, "apply")).status).toBe(303);
  expect([(await row(ids[0])).verdict, (await row(ids[1])).verdict]).toEqual(["❌", "✅"]);
});

test("boxes stay as they were left when scores are changed, and those of more games are ticked", async () => {
  const late = newGame();
  const id = await publishOn(staff, late);
  const { games, ids, html } = await checkedGames();
  const form = { ...formFieldsIn(html, "Results"), [boxOf(ids[0])]: "0" };
  const more = { ...scoresOf(html, late, [104, 112]), ...scoresOf(html, games[0], [104, 113]) };
  const again = await (await staff.post(gradePath, { ...form, ...more, do: "apply" })).text();
  const boxes = formFieldsIn(again, "Results");
  expect([boxes[boxOf(ids[0])], boxes[boxOf(ids[1])], boxes[boxOf(id)]]).toEqual(["0", "1", "1"]);
});

test("a game that turns out to be postponed is not ticked", async () => {
  const { games, ids, html } = await checkedGames();
  const postponed = { [`status_${keyOf(html, games[0])}`]: "postponed", ...scoresOf(html, games[0], ["", ""]) };
  const again = await (await send(staff, html, "apply", postponed)).text();
  expect(gameText(again, games[0])).toContain("Void, 0.00 U");
  const boxes = formFieldsIn(again, "Results");
  expect([boxes[boxOf(ids[0])], boxes[boxOf(ids[1])]]).toEqual(["0", "1"]);
});

test("a box that is not ticked leaves its pick open", async () => {
  const { games, ids, html } = await checkedGames();
  const form = formFieldsIn(html, "Results");
  expect(form[boxOf(ids[0])]).toBe("1");
  expect((await staff.post(gradePath, { ...form, [boxOf(ids[0])]: "0", do: "apply" })).status).toBe(303);
  expect([(await row(ids[0])).verdict, (await row(ids[1])).verdict]).toEqual(["", "✅"]);
  expect(await staff.text(gradePath)).toContain(games[0].title);
});
