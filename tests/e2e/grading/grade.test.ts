/** Eight games graded by a person who never touches the mouse. */
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { gradePath, gradingEnv, newGame, publishOn, titled, today } from "../../support/grading.ts";
import { pickRow } from "../../support/database/picks.ts";
import { expectAccessible, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { field, go, modes, see, statusMessage, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage(gradingEnv);
const row = (id: number) => pickRow(stage.app, id);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function publishEvening() {
  const staff = await stage.app.signedIn("admin");
  const games = Array.from({ length: 8 }, newGame);
  const ids: number[] = [];
  for (const [index, game] of games.entries()) ids.push(await publishOn(staff, game, { time: `${index + 1}:00 AM` }));
  return { staff, games, ids };
}

test.each(modes)("eight games $mode: a score and Tab, sixteen times, and Enter twice", async ({ scripts }) => {
  const { staff, games, ids } = await publishEvening();
  const page = await stage.open(gradePath, { scripts, as: staff });
  let documents = 0;
  page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  const scores = games.flatMap((_game, index) => ["100", index % 2 === 0 ? "104" : "103"]);
  await field(page, games[0]?.away ?? "").focus();
  for (const [index, score] of scores.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(score);
  }
  await see(field(page, games[7]?.home ?? "")).toBeFocused();
  let enters = 0;
  const enter = async () => {
    enters += 1;
    await page.keyboard.press("Enter");
  };
  await enter();
  await see(button(page, "Apply")).toBeFocused();
  expect(await row(ids[0] ?? 0)).toMatchObject({ verdict: "", version: 1 });
  await see(page.getByRole("checkbox", { checked: true })).toHaveCount(8);
  await see(page.getByRole("textbox", { name: "Units result" })).toHaveCount(0);
  await enter();
  await see(statusMessage(page, "8 picks graded: 4 won, 4 lost.")).toBeVisible();
  await see(page.getByText("No game waits for a result.")).toBeVisible();
  for (const [index, id] of ids.entries())
    expect(await row(id)).toMatchObject(
      index % 2 === 0 ? { verdict: "✅", units_result: 0.91 } : { verdict: "❌", units_result: -1 },
    );
  // Each answer is a page of its own without scripts, and none with them.
  expect([enters, documents]).toEqual([2, scripts ? 0 : 3]);
});

/** Whether what has the focus is on top at its centre. */
function isFocusSeen(): boolean {
  const focused = document.activeElement ?? document.body;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && focused.contains(top);
}

test.each([
  { scripts: false, text: 16 },
  { scripts: true, text: 32 },
])("on a phone the button is always at hand and covers no focus: $text px, scripts $scripts", async (visit) => {
  const { staff, games } = await publishEvening();
  const page = await stage.enter({ ...visit, viewport: { width: 360, height: 640 }, as: staff, alone: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: visit.text } });
  await go(page, gradePath);
  await field(page, games[0]?.away ?? "").focus();
  for (const key of ["Tab", "Shift+Tab"])
    for (let tabs = 0; tabs < 18; tabs++) {
      await see(button(page, "Check")).toBeInViewport({ ratio: 1 });
      // The browser scrolls smoothly.
      await expect.poll(() => page.evaluate(isFocusSeen), { timeout: 5000 }).toBe(true);
      await page.keyboard.press(key);
    }
});

describe.each(visits)("the check $mode", ({ scripts, viewport }) => {
  test("keeps what was typed after an error, and is told after a change", async () => {
    const staff = await stage.app.signedIn("admin");
    const game = newGame();
    const id = await publishOn(staff, game);
    const page = await stage.open(gradePath, { scripts, viewport, as: staff });
    await field(page, game.away).fill("104");
    await field(page, game.away).press("Enter");
    await see(page.getByText("Enter both scores.")).toBeVisible();
    await see(field(page, game.away)).toHaveValue("104");
    await field(page, game.home).fill("112");
    await field(page, game.home).press("Enter");
    await see(page.getByText(`${game.home} 112, ${game.away} 104: margin +8, line -3.5`)).toBeVisible();
    await field(page, game.home).fill("105");
    await button(page, "Apply").click();
    await see(page.getByRole("alert")).toContainText("The results were changed after the check");
    await see(page.getByText("margin +1, line -3.5")).toBeVisible();
    expect((await row(id)).verdict).toBe("");
    await button(page, "Apply").click();
    await see(statusMessage(page, "1 pick graded: 1 lost.")).toBeVisible();
  });
});

test("a check of everything fits a phone and passes axe", async () => {
  const staff = await stage.app.signedIn("admin");
  const long = "The Very Long Named University of the Northern Territories";
  const game = titled({ away: `${long} Visitors`, home: `${long} Hosts` });
  const [postponed, settled] = [newGame(), newGame()];
  await publishOn(staff, game, { closing_line: "-4.5", book: "Caesars Sportsbook" });
  await publishOn(staff, game, { pick: `${game.home} -1.5` }, "/api/propicks");
  await publishOn(staff, game, { pick: `${game.home} Over 112.5 (-110)` });
  await publishOn(staff, postponed);
  await publishOn(staff, settled, { verdict: "loss", units_result: -1 });
  const date = encodeURIComponent(formatCalendarDate(today));
  const page = await stage.open(`${gradePath}?date=${date}`, { scripts: true, viewport: phone, as: staff });
  for (const [label, score] of [
    [game.away, "104"],
    [game.home, "112"],
    [settled.away, "90"],
    [settled.home, "99"],
  ] as const)
    await field(page, label).fill(score);
  await page.getByText("A game was postponed, cancelled, suspended or shortened").click();
  await page.getByRole("combobox", { name: postponed.title }).selectOption("postponed");
  await page.getByText("Paste results").click();
  await field(page, "Table").fill(
    `sport,game_date,away,home,away_score,home_score\nNBA,${today},${long} Guests,${long} Hosts,104,112`,
  );
  await button(page, "Check").click();
  await see(field(page, "Reason for grading anew")).toBeVisible();
  for (const text of [
    "Beat the close",
    "Its price is not known",
    "The game was postponed",
    "(was loss, -1u)",
    "Not matched",
  ])
    await see(page.getByText(text).first()).toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);
  await expectAccessible(page);
  // The answers keep the day: the reason is asked for, and what is applied is what was checked.
  await field(page, "Reason for grading anew").fill("The wrong score was entered.");
  await button(page, "Apply").click();
  await see(statusMessage(page, "2 picks graded: 2 won.")).toBeVisible();
});
