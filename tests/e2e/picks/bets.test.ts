/** Cards show the price, the start in the reader's zone and the time until then. */
import type { Locator, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { pass } from "../../support/clock.ts";
import { desktop, hydrated, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { layoutShiftsOf, onSlowNetwork, watchLayoutShifts } from "../../support/pages/layout-shift.ts";
import { go, modes, pathOf, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const minute = 60_000;
const bet = {
  game: "Los Angeles Lakers @ Boston Celtics",
  pick: "Celtics -3.5",
  odds: "-110",
  book: "DraftKings",
  playable_to: "-4.5",
  game_date: "12/15/2026",
  time: "7:30 PM ET",
} as const;
let staff: Client;
let member: Client;
beforeAll(async () => {
  [staff, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("user")]);
});
beforeEach(() => stage.app.db.deleteFrom("picks").execute());

/** It also puts the pick on the member's card. */
async function publishBet(changes: Readonly<Record<string, unknown>>, stream: "picks" | "propicks"): Promise<void> {
  const id = await publish(staff, { ...bet, ...changes }, stream);
  if (stream === "picks") await member.call("POST", "/api/member-picks", { pick_id: id });
}

/** Starts are whole minutes: up to a minute less is left. */
function startingIn(minutes: number, now = Date.now()): { starts_at: string } {
  return { starts_at: new Date(Math.floor(now / minute + minutes) * minute).toISOString() };
}

function card(page: Page, pick: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("heading", { name: pick, exact: true }) });
}

const lists = [
  ["Today's Picks", "/dashboard", "picks"],
  ["Pro Picks", "/propicks", "propicks"],
  ["My Card", "/my-card", "picks"],
] as const;

// The lists show the same card: its time zones, and its page without scripts, are those of Today's Picks.
test.each([
  [...lists[0], "in Berlin", "Europe/Berlin", true, "12/16/2026, 1:30 AM"],
  [...lists[0], "in Los Angeles", "America/Los_Angeles", true, "12/15/2026, 4:30 PM"],
  [...lists[0], "anywhere without scripts", "Europe/Berlin", false, "12/15/2026, 7:30 PM"],
  [...lists[1], "in Berlin", "Europe/Berlin", true, "12/16/2026, 1:30 AM"],
  [...lists[2], "in Berlin", "Europe/Berlin", true, "12/16/2026, 1:30 AM"],
] as const)(
  "a card of %s (%s, %s) shows price, book, playable to and the start to a reader %s",
  async (_title, path, stream, _where, timezoneId, scripts, start) => {
    await publishBet({}, stream);
    const page = await stage.open(path, { scripts, as: member, viewport: phone, timezoneId });
    const time = card(page, bet.pick).locator(".meta time");
    await see(card(page, bet.pick).locator(".bet")).toHaveText(/^-110 DraftKings ·? ?playable to -4\.5$/);
    await see(time).toHaveText(start);
    await see(time).toHaveAttribute("datetime", "2026-12-16T00:30:00.000Z");
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      expect([viewport, await scrollsSideways(page)]).toEqual([viewport, false]);
    }
  },
);

describe.each(lists)("a card of %s", (_title, path, stream) => {
  const isFirst = path === lists[0][1];

  test.each(isFirst ? [phone, desktop] : [phone])(
    "moves nothing while it loads and takes the reader's time zone, at $width",
    async (viewport) => {
      await publishBet(startingIn(100), stream);
      await publishBet({ ...startingIn(-5), pick: "Celtics -4.5" }, stream);
      const page = await stage.enter({ scripts: true, as: member, viewport, timezoneId: "Europe/Berlin" });
      await watchLayoutShifts(page);
      await onSlowNetwork(page, () => page.goto(path, { waitUntil: "domcontentloaded" }));
      await hydrated(page);
      await see(card(page, bet.pick).locator(".meta time")).not.toContainText(/E[DS]T/);
      expect(await layoutShiftsOf(page)).toEqual([]);
    },
  );

  const asked = isFirst ? modes : modes.slice(0, 1);
  test.each(asked)("$mode shows the time until a start within three hours, then that it has started", async (mode) => {
    await publishBet({ ...startingIn(42), pick: "Celtics -1.5" }, stream);
    await publishBet({ ...startingIn(132), pick: "Celtics -2.5" }, stream);
    await publishBet({ ...startingIn(182), pick: "Celtics -3.5" }, stream);
    await publishBet({ ...startingIn(-1), pick: "Celtics -4.5" }, stream);
    await publishBet({ game_date: "11/20/2026", time: "whenever", pick: "Celtics -5.5" }, stream);
    await publishBet({ game_date: "", time: "", pick: "Celtics -6.5" }, stream);
    const page = await stage.open(path, { scripts: mode.scripts, as: member });
    await see(
      card(page, "Celtics -1.5")
        .locator(".meta")
        .getByText(/^starts in 4[12] min$/),
    ).toBeVisible();
    await see(
      card(page, "Celtics -2.5")
        .locator(".meta")
        .getByText(/^starts in 2 h 1[12] min$/),
    ).toBeVisible();
    await see(card(page, "Celtics -3.5").locator(".meta")).not.toContainText(/start/i);
    for (const pick of ["Celtics -4.5", "Celtics -5.5"]) {
      const tag = card(page, pick).locator(".meta .tag", { hasText: "Started" });
      await see(tag).toBeVisible();
      // Its frame separates it: no dot like the one between texts.
      expect(await tag.evaluate((element) => getComputedStyle(element, "::before").content)).toBe("none");
    }
    await see(card(page, "Celtics -5.5").locator(".meta")).toContainText("11/20/2026, whenever");
    await see(card(page, "Celtics -6.5").locator(".meta")).toHaveText(/^NBA(SIM CERTIFIED)?$/);
  });
});

test("a card counts the minutes down while it is open", async () => {
  const page = await stage.enter({ scripts: true, as: member, stoppedClock: true });
  const now = await page.evaluate(() => Date.now());
  await publishBet({ ...startingIn(3, now), pick: "Celtics -1.5" }, "picks");
  await publishBet({ ...startingIn(181, now), pick: "Celtics -2.5" }, "picks");
  await go(page, "/dashboard");
  const [soon, later] = [card(page, "Celtics -1.5").locator(".meta"), card(page, "Celtics -2.5").locator(".meta")];
  await see(soon).toContainText("starts in 3 min");
  await see(later).not.toContainText("starts");
  await pass(page, minute);
  await see(soon).toContainText("starts in 2 min");
  await see(later).toContainText("starts in 3 h");
  await pass(page, minute);
  await see(soon).toContainText("starts in 1 min");
  await see(later).toContainText("starts in 2 h 59 min");
  await pass(page, minute);
  await see(soon.locator(".tag")).toHaveText("Started");
  await see(soon).not.toContainText("starts in");
});

test("what is unknown of a bet leaves no gap", async () => {
  await publish(staff, { ...bet, pick: "Celtics -1.5", odds: "", book: "", playable_to: "" });
  await publish(staff, { ...bet, pick: "Celtics -2.5", odds: "", book: "", playable_to: "-4.5" });
  await publish(staff, { ...bet, pick: "Celtics -3.5", book: "", playable_to: "" });
  const page = await stage.open("/dashboard", { scripts: true, as: member });
  await see(card(page, "Celtics -1.5").locator(".bet")).toHaveCount(0);
  await see(card(page, "Celtics -3.5").locator(".bet")).toHaveText("-110");
  const line = card(page, "Celtics -2.5").locator(".bet");
  await see(line).toHaveText("playable to -4.5");
  const dots = await line.evaluate((element) =>
    Array.from(element.children, (part) => getComputedStyle(part, "::before").content),
  );
  expect(dots).not.toContain('"· "');
});

test.each([
  ["/dashboard", "picks", "with scripts", true],
  ["/propicks", "propicks", "without scripts", false],
] as const)(
  "sorting by start puts the soonest of %s (%s) first and those without a start last, %s",
  async (path, stream, _mode, scripts) => {
    await publishBet({ pick: "Second", game_date: "12/16/2026", time: "1:00 PM PT" }, stream);
    await publishBet({ pick: "Undated", game_date: "", time: "" }, stream);
    await publishBet({ pick: "First", game_date: "12/16/2026", time: "3:00 PM ET" }, stream);
    await publishBet({ pick: "Sometime that day", game_date: "12/16/2026", time: "" }, stream);
    const page = await stage.open(path, { scripts, as: member });
    const picks = () => page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();
    expect(await picks()).toEqual(["Sometime that day", "First", "Second", "Undated"]);
    await page.getByRole("combobox", { name: "Sort by time", exact: true }).selectOption("Sort by Start");
    if (!scripts) await page.getByRole("button", { name: "Apply" }).click();
    await see.poll(picks).toEqual(["First", "Second", "Sometime that day", "Undated"]);
    expect(pathOf(page)).toContain(`${path}?sort=start`);
    await page.reload();
    await see.poll(picks).toEqual(["First", "Second", "Sometime that day", "Undated"]);
    await see(page.getByRole("combobox", { name: "Sort by time", exact: true })).toHaveValue("start");
  },
);
