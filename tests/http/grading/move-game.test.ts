/** "Move the game": another date and time for all open picks of a postponed game. */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { everything, pickRow } from "../../support/database/picks.ts";
import { upcomingDate } from "../../support/database/factories.ts";
import { gradePath, gradingEnv, newGame, publishOn } from "../../support/grading.ts";
import { alerts, decode, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

const row = (id: number) => pickRow(app, id);

async function gameWithPicks() {
  const game = newGame();
  const open = [
    await publishOn(staff, game),
    await publishOn(staff, game, { pick: `${game.away} ML (+120)` }, "/api/propicks"),
  ] as const;
  const settled = await publishOn(staff, game, { pick: "Over 200.5 (-110)", verdict: "win", units_result: 0.91 });
  return { game, open, settled };
}

test("sets the date and time of all its open picks, and of no settled one", async () => {
  const { game, open, settled } = await gameWithPicks();
  const page = await staff.text(gradePath);
  const link = new RegExp(`href="([^"]*/move[^"]*)">Move the game<span class="vh"> (?:<!-- -->)?${game.title}<`).exec(
    page,
  );
  const path = decode(link?.[1] ?? "");
  expect(open.map((id) => `${gradePath}/${id}/move`)).toContain(path);
  const form = await staff.text(path);
  expect([fieldValue(form, "time"), visibleText(form).includes("its 2 open picks change")]).toEqual(["9:00 AM", true]);
  const was = await row(settled);
  const reason = "Postponed: snow.";
  const answer = await staff.post(path, { game_date: upcomingDate(), time: "8:15 PM ET", reason });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, gradePath]);
  const next = await staff.text(gradePath);
  expect([alerts(next), next.includes(`>${game.title}</h2>`)]).toEqual([
    [`Moved to ${upcomingDate()}: ${game.title}.`],
    false,
  ]);
  for (const id of open) {
    const { game_date, time, starts_at, verdict } = await row(id);
    const started = new Date(starts_at ?? 0).toLocaleString("en-US", {
      timeZone: "America/New_York",
      timeStyle: "short",
    });
    expect([game_date, time, started, verdict]).toEqual([
      (([month, day, year]) => `${year}-${month}-${day}`)(upcomingDate().split("/")),
      "8:15 PM ET",
      "8:15 PM",
      "",
    ]);
  }
  expect(await row(settled)).toEqual(was);
});

test("a date or time that can't be is refused at its field, and nothing is written", async () => {
  const { open } = await gameWithPicks();
  const path = `${gradePath}/${open[0]}/move`;
  const before = await everything(app);
  for (const [fields, name, problem] of [
    [{ game_date: "", time: "" }, "game_date", "Enter the game's date."],
    [{ game_date: "02/30/2027", time: "" }, "game_date", "Date input not valid."],
    [
      { game_date: upcomingDate(), time: "soon" },
      "time",
      "Must be a time, like 7:30 PM ET. Leave it empty when it is not known.",
    ],
  ] as const) {
    const answer = await staff.post(path, fields);
    const html = await answer.text();
    expect([answer.status, fieldError(html, name), fieldValue(html, "time")]).toEqual([422, problem, fields.time]);
  }
  expect(await everything(app)).toBe(before);
});

test("a propicksmanager moves pro picks alone", async () => {
  const { open } = await gameWithPicks();
  const manager = await app.signedIn("propicksmanager");
  const path = `${gradePath}/${open[1]}/move`;
  expect((await manager.get(`${gradePath}/${open[0]}/move`)).status).toBe(404);
  expect((await manager.post(path, { game_date: upcomingDate(), time: "", reason: "Postponed." })).status).toBe(303);
  expect([(await row(open[0])).version, (await row(open[1])).version]).toEqual([1, 2]);
});

test("a pick that is settled meanwhile moves no game", async () => {
  const { settled } = await gameWithPicks();
  const path = `${gradePath}/${settled}/move`;
  expect((await staff.get(path)).status).toBe(404);
  expect((await staff.post(path, { game_date: upcomingDate(), time: "" })).status).toBe(303);
  expect(alerts(await staff.text(gradePath))).toEqual(["This pick is no longer open."]);
});
