import type { Locator, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { desktop, fonts, hydrated, phone } from "../../support/pages/browser.ts";
import { skip } from "../../support/clock.ts";
import { createPick, reason } from "../../support/database/factories.ts";
import { go, modes, pathOf, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
let member: Client;
beforeAll(async () => {
  [staff, member] = await Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("user")]);
});
beforeEach(() => stage.app.db.deleteFrom("picks").execute());

function picksOf(page: Page): Promise<string[]> {
  return page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();
}

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN;
}

function select(page: Page, name: string) {
  return page.getByRole("combobox", { name, exact: true });
}

function addOpenPick(values: { pick: string; created_at: string }) {
  const rest = {
    stream: "regular",
    game: "Jets @ Bills",
    game_date: "2026-11-22",
    time: "1:00 PM",
    sport: "NFL",
    tag: "Manual Edge",
    sim_confidence: 61.5,
    unit_size: 2,
    verdict: "",
    closing_line: "",
    beat_clv: "",
    units_result: null,
  } as const;
  return stage.app.db
    .insertInto("picks")
    .values({ ...rest, ...values, published_at: values.created_at })
    .execute();
}

function openWithClock(path: string, viewport: { width: number; height: number } = desktop): Promise<Page> {
  return stage.open(path, { scripts: true, as: member, viewport, stoppedClock: true });
}

describe.each(modes)("Today's Picks $mode", ({ scripts }) => {
  const open = (path: string, more: { viewport?: { width: number; height: number }; timezoneId?: string } = {}) =>
    stage.open(path, { scripts, as: member, ...more });

  test("shows a card with all its parts, in the reader's time zone, or without scripts in the site's named zone", async () => {
    await publish(staff, { pick: "Knicks +2.5", sim_confidence: "64.25" });
    await addOpenPick({ pick: "Jets ML", created_at: "2026-11-20T23:05:00.000Z" });
    const page = await open("/dashboard", { viewport: scripts ? phone : desktop, timezoneId: "Asia/Tokyo" });
    const card = page.getByRole("article").filter({ hasText: "Knicks +2.5" });
    await see(page.getByRole("heading", { level: 1, name: "Today's Picks" })).toBeVisible();
    for (const text of [
      "NBA",
      scripts ? "11/21/2026, 9:30 AM" : "11/20/2026, 7:30 PM",
      "Started",
      "Boston Celtics @ New York Knicks",
      "SIM CERTIFIED",
      "64.3%",
      "1.5u",
      "Added on: ",
    ])
      await see(card).toContainText(text);
    await see(card.locator(".sport use")).toHaveAttribute("href", "#nba");
    await see(page.locator("symbol#nba")).toHaveCount(1);
    await see(card).not.toContainText("PRO PICK");
    const added = page.getByRole("article").filter({ hasText: "Jets ML" }).locator("> .fine");
    await see(added).toHaveText(
      scripts
        ? "Manual Edge · Added on: November 21, 2026, 8:05 AM"
        : "Manual Edge · Added on: November 20, 2026, 6:05 PM",
    );
    await see(added.locator("time")).toHaveAttribute("datetime", "2026-11-20T23:05:00Z");
  });

  test("sorts by time and filters by sport, in the URL", async () => {
    await addOpenPick({ pick: "Older NFL", created_at: "2026-11-20T20:00:00.000Z" });
    await publish(staff, { pick: "Newer NBA" });
    await publish(staff, { pick: "Newest golf", sport: "Golf" });
    const page = await open("/dashboard");
    const apply = page.getByRole("button", { name: "Apply" });
    const choose = async (label: string, option: string) => {
      await select(page, label).selectOption({ label: option });
      if (!scripts) await apply.click();
    };
    await see(apply).toBeVisible({ visible: !scripts });
    expect(await picksOf(page)).toEqual(["Newest golf", "Newer NBA", "Older NFL"]);
    await choose("Sort by time", "Sort by Time (Oldest)");
    await see.poll(() => picksOf(page)).toEqual(["Older NFL", "Newer NBA", "Newest golf"]);
    await choose("Sport", "Other");
    await see.poll(() => picksOf(page)).toEqual(["Newest golf"]);
    await see(select(page, "Sort by time")).toHaveValue("asc");
    expect(pathOf(page)).toBe("/dashboard?sort=asc&sport=Other");
    await choose("Sport", "MLB");
    await see(page.locator(".empty", { hasText: "No picks available in the last 24 hours." })).toBeVisible();
    await page.goBack();
    await see.poll(() => picksOf(page)).toEqual(["Newest golf"]);
    await see(select(page, "Sport")).toHaveValue("Other");
  });
});

test.each([
  ["/dashboard", "picks"],
  ["/propicks", "propicks"],
] as const)(
  "the 30-second refresh of %s shows a new pick without a reload and announces it politely",
  async (path, stream) => {
    await publish(staff, { pick: "There before" }, stream);
    const page = await openWithClock(path);
    await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
    await see(page.locator("main p[aria-live=polite]")).toHaveText("");
    await publish(staff, { pick: "Brand new" }, stream);
    await skip(page, 30_000);
    await see.poll(() => picksOf(page)).toEqual(["Brand new", "There before"]);
    await see(page.locator("main p[aria-live=polite]")).toHaveText("1 new pick");
    await see(page.locator("html[data-same]")).toHaveCount(1);
  },
);

test("only new picks are announced, not those of another filter, and each announcement is a new element", async () => {
  for (const sport of ["NBA", "NHL", "NFL"]) await publish(staff, { sport });
  const page = await openWithClock("/dashboard?sport=NHL");
  const announced = page.locator("main p[aria-live=polite]");
  await select(page, "Sport").selectOption("All");
  await see.poll(() => picksOf(page)).toHaveLength(3);
  await see(announced).toHaveText("");
  for (const index of [1, 2]) {
    const before = await announced.locator("span").elementHandle();
    await publish(staff);
    await skip(page, 30_000);
    await see.poll(() => picksOf(page)).toHaveLength(3 + index);
    await see(announced).toHaveText("1 new pick");
    expect(await before?.evaluate((words) => words.isConnected)).toBe(false);
  }
});

test("the refresh keeps the focus, the scroll position and the filter", async () => {
  for (let index = 0; index < 8; index += 1) await publish(staff, { pick: `Pick ${index}` });
  const page = await openWithClock("/dashboard?sport=NBA", phone);
  await select(page, "Sport").focus();
  const visibleCard = page.getByRole("article").filter({ hasText: "Pick 2" });
  await visibleCard.evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
  const before = await topOf(visibleCard);
  await publish(staff, { pick: "Newcomer" });
  await skip(page, 30_000);
  await see.poll(() => picksOf(page)).toHaveLength(9);
  await see(select(page, "Sport")).toBeFocused();
  await see.poll(async () => Math.abs((await topOf(visibleCard)) - before)).toBeLessThan(1);
  await see(select(page, "Sport")).toHaveValue("NBA");
});

test("the refresh requests only the version, and loads the picks after a change", async () => {
  const id = await publish(staff, { pick: "There before" });
  const page = await openWithClock("/dashboard");
  // The offline module loads late and may still be in progress.
  await page.waitForLoadState("networkidle");
  const fetched: string[] = [];
  page.on("request", (request) => request.resourceType() !== "script" && fetched.push(new URL(request.url()).pathname));
  for (let round = 0; round < 2; round += 1) {
    const response = page.waitForResponse("**/api/picks/version");
    await skip(page, 30_000);
    const answer = await response;
    await answer.finished();
    expect(answer.status()).toBe(304);
  }
  await staff.call("PUT", `/api/picks/${id}`, { pick: "Changed since", reason });
  await skip(page, 30_000);
  await see.poll(() => picksOf(page)).toEqual(["Changed since"]);
  expect(fetched).toEqual(["/api/picks/version", "/api/picks/version", "/api/picks/version", "/dashboard"]);
});

test("a hidden tab fetches nothing and refreshes when it is shown", async () => {
  await publish(staff, { pick: "There before" });
  const page = await openWithClock("/dashboard");
  const fetched: string[] = [];
  page.on("request", (request) => /_data=|\/version/.test(request.url()) && fetched.push(request.url()));
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await setHidden(true);
  await publish(staff, { pick: "Came meanwhile" });
  // Stops the clock, so that no timer causes the refresh.
  await page.clock.pauseAt(Date.now() + 90_000);
  expect(fetched).toEqual([]);
  await setHidden(false);
  await see.poll(() => picksOf(page)).toEqual(["Came meanwhile", "There before"]);
  await page.clock.resume();
  await go(page, "/history");
  await skip(page, 60_000);
  expect(fetched.filter((url) => url.includes("history"))).toEqual([]);
});

test("an empty list has the specified texts, and setting the clock back does not stop its refresh", async () => {
  const page = await openWithClock("/dashboard");
  const options = await select(page, "Sport").getByRole("option").allTextContents();
  expect(options).toEqual(["All Sports", "NBA", "MLB", "NFL", "NHL", "NCAAF", "NCAAB", "UFC", "Other"]);
  await see(page.locator(".empty", { hasText: "No picks available in the last 24 hours." })).toBeVisible();
  for (const text of ["No recent results yet.", "No AI notes available.", "Update time not set."])
    await see(page.getByRole("complementary")).toContainText(text);
  await publish(staff, { pick: "Came meanwhile" });
  await page.clock.setSystemTime(Date.now() - 4 * 60 * 60 * 1000);
  await skip(page, 30_000);
  await see.poll(() => picksOf(page)).toEqual(["Came meanwhile"]);
});

const failedAnswers = [
  ["You're offline.", null],
  // A proxy's instead of the server's.
  ["The network isn't responding.", { status: 418, contentType: "text/plain", body: "none of ours" }],
  // A busy server's.
  [
    "The network isn't responding.",
    {
      status: 429,
      contentType: "application/json",
      headers: { "X-Remix-Response": "yes", "X-Remix-Catch": "yes", "Retry-After": "5" },
      body: '{"message":"Please try again in a moment."}',
    },
  ],
] as const;

test("a refresh without an answer of the server keeps the picks, and the next one works again", async () => {
  await publish(staff, { pick: "There before" });
  const page = await openWithClock("/dashboard");
  for (const [why, answer] of failedAnswers) {
    const shown = await picksOf(page);
    await page.route(/_data=|\/version/, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await skip(page, 30_000);
    const line = page
      .getByRole("status")
      .filter({ hasText: new RegExp(`^${why} This is your last copy, as of \\d+:\\d\\d [AP]M.$`) });
    await see(line, JSON.stringify(answer)).toBeVisible();
    expect(await picksOf(page)).toEqual(shown);
    await page.unroute(/_data=|\/version/);
    await skip(page, 30_000);
    await see(line, JSON.stringify(answer)).toHaveCount(0);
    const next = `Came later ${shown.length}`;
    await publish(staff, { pick: next });
    await skip(page, 30_000);
    await see.poll(() => picksOf(page)).toEqual([next, ...shown]);
  }
});

test.each(fonts)("three whole picks stand on the first screen of a phone, with %s letters", async (font) => {
  const member = await stage.app.signedIn("user");
  for (const pick of ["Blue Jackets ML", "Trail Blazers +3.5", "Over 212.5"])
    await createPick(stage.app.db, { pick, odds: -110, market: "total", created_at: new Date().toISOString() });
  const page = await stage.open("/dashboard", {
    scripts: true,
    as: member,
    viewport: { width: 360, height: 740 },
    font,
  });
  await hydrated(page);
  const dock = (await page.locator(".dock").boundingBox())?.y ?? 0;
  const third = await page.locator("article.card").nth(2).boundingBox();
  expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThanOrEqual(dock);
});
