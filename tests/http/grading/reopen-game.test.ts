/** "Open again": a wrong "Apply" is undone for all picks of a game, with one reason that everybody sees. */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { everything, pickRow } from "../../support/database/picks.ts";
import { gradePath, gradingEnv, newGame, publishOn, today } from "../../support/grading.ts";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { upcomingDate } from "../../support/database/factories.ts";
import { alerts, decode, fieldError, visibleText } from "../../support/pages/html.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

async function settledGame() {
  const game = newGame();
  const won = await publishOn(staff, game, { verdict: "win", units_result: 0.91 });
  const lost = await publishOn(
    staff,
    game,
    { pick: `${game.away} ML (+120)`, verdict: "loss", units_result: -1 },
    "/api/propicks",
  );
  return { game, won, lost, open: await publishOn(staff, game, { pick: "Over 200.5 (-110)" }) };
}

test("opens all settled picks of the game with one reason, from its row on the Grade page", async () => {
  const { game, won, lost, open } = await settledGame();
  const day = await staff.text(`${gradePath}?date=${encodeURIComponent(formatCalendarDate(today))}`);
  const link = new RegExp(`href="([^"]*/reopen)">Open again<span class="vh"> (?:<!-- -->)?${game.title}<`).exec(day);
  const path = decode(link?.[1] ?? "");
  expect([won, lost].map((id) => `${gradePath}/${id}/reopen`)).toContain(path);
  const page = decode(visibleText(await staff.text(path)));
  for (const text of ["win → open", "loss → open", "Public for ever"]) expect(page).toContain(text);

  const before = await everything(app);
  const refused = await staff.post(path, { reason: " " });
  const html = await refused.text();
  expect([refused.status, fieldError(html, "reason")]).toEqual([422, "Say why: everybody will see it, for ever."]);
  expect(await everything(app)).toBe(before);

  const was = await pickRow(app, open);
  const answer = await staff.post(path, { reason: "The scores were of another game." });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, gradePath]);
  expect(alerts(await staff.text(gradePath))).toEqual([`2 picks are open again: ${game.title}.`]);
  for (const id of [won, lost]) {
    expect(await pickRow(app, id)).toMatchObject({ verdict: "", units_result: null, settled: 0 });
    const { body } = await app.db
      .selectFrom("ledger")
      .select("body")
      .where("ref", "like", `%:${id}:%`)
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(body)).toMatchObject({ type: "correct", reason: "The scores were of another game." });
  }
  expect(await pickRow(app, open)).toEqual(was);
});

test("a game without a settled pick has no such page, and its row no such link", async () => {
  const game = newGame();
  const id = await publishOn(staff, game);
  expect((await staff.get(`${gradePath}/${id}/reopen`)).status).toBe(404);
  const answer = await staff.post(`${gradePath}/${id}/reopen`, { reason: "x" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, gradePath]);
  const day = await staff.text(`${gradePath}?date=${encodeURIComponent(formatCalendarDate(today))}`);
  expect(day).not.toMatch(new RegExp(`Open again<span class="vh"> (?:<!-- -->)?${game.title}<`));
});

test("a game whose picks have started is moved with a reason", async () => {
  const id = await publishOn(staff, newGame(), { time: "12:01 AM" });
  const path = `${gradePath}/${id}/move`;
  const fields = { game_date: upcomingDate(), time: "8:15 PM ET" };
  expect(await staff.text(path)).toContain('name="reason"');
  const refused = await staff.post(path, fields);
  expect([refused.status, fieldError(await refused.text(), "reason")]).toEqual([
    409,
    "Say why: everybody will see it, for ever.",
  ]);
  expect((await staff.post(path, { ...fields, reason: "Postponed: rain." })).status).toBe(303);
  const next = await publishOn(staff, newGame(), { game_date: upcomingDate() });
  expect(await staff.text(`${gradePath}/${next}/move`)).not.toContain('name="reason"');
});
