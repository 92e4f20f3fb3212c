import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { dateIn } from "../../../app/time/zone-time.ts";
import type { Client } from "../../support/app/app.ts";
import { desktop, phone } from "../../support/pages/browser.ts";
import { middayZone } from "../../support/midday.ts";
import { modes, pathOf, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage({ SITE_TIMEZONE: middayZone });
const today = dateIn(middayZone, new Date());
const ago = (days: number) => formatCalendarDate(addDays(today, -days));
let member: Client;

beforeAll(async () => {
  const staff = await stage.app.signedIn("admin");
  member = await stage.app.signedIn("user");
  const older = [40, 41, 42, 43].map((days) => ({
    pick: `Knicks ${days}`,
    game_date: ago(days),
    sim_confidence: 60,
    unit_size: 1,
    verdict: "✅",
    units_result: 1,
  }));
  const settled = [
    {
      pick: "Celtics today",
      game_date: ago(0),
      sim_confidence: 60,
      unit_size: 1.5,
      verdict: "✅",
      units_result: 1.5,
      closing_line: "-112",
      beat_clv: "✅",
    },
    {
      pick: "Yankees yesterday",
      sport: "MLB",
      game_date: ago(1),
      sim_confidence: 55,
      unit_size: 1,
      verdict: "❌",
      units_result: -1,
      closing_line: "+105",
      beat_clv: "❌",
    },
    {
      pick: "Bills 5",
      sport: "NFL",
      game_date: ago(5),
      sim_confidence: 65,
      unit_size: 2,
      verdict: "✅",
      units_result: 2,
    },
    { pick: "Lakers 20", game_date: ago(20), sim_confidence: 50, unit_size: 1, verdict: "❌", units_result: -1 },
    ...older,
  ];
  for (const stream of ["picks", "propicks"] as const) {
    for (const pick of settled) await publish(staff, pick, stream);
    await publish(staff, { pick: "Still open" }, stream);
  }
});

const newest = ["Celtics today", "Yankees yesterday", "Bills 5", "Lakers 20", "Knicks 40"];

async function picksOf(page: Page): Promise<string[]> {
  const titles = await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents();
  return titles.map((title) => title.replace(/^.* – /, ""));
}

function control(page: Page, name: string) {
  return page.getByLabel(name, { exact: true });
}

describe.each(modes)("a history $mode", ({ scripts }) => {
  const open = (path: string, viewport: { width: number; height: number } = desktop) =>
    stage.open(path, { scripts, as: member, viewport });
  const apply = async (page: Page) => {
    if (!scripts) await page.getByRole("button", { name: "Apply" }).click();
  };
  const typeDate = async (page: Page, name: string, text: string) => {
    await control(page, name).fill(text);
    await control(page, name).press("Tab");
    await apply(page);
  };

  test("shows wins and losses with all their details, and the record of all picks; finds a team or a pick, and sorts by confidence", async () => {
    const page = await open("/history");
    const [win, loss] = [page.getByRole("article").nth(0), page.getByRole("article").nth(1)];
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Pick History");
    await see(win.getByRole("heading")).toHaveText("✅ WIN – Celtics today");
    await see(win).toContainText(/\+1\.50 U.*NBA.*Boston Celtics @ New York Knicks.*-112.*✅ Beat the close.*60\.0%/);
    await see(loss.getByRole("heading")).toHaveText("❌ LOSS – Yankees yesterday");
    await see(loss).toContainText(/-1\.00 U.*MLB.*\+105.*❌ Missed the close.*55\.0%/);
    await win.getByText("Details").click();
    for (const text of ["7:30 PM", "1.5u", "SIM CERTIFIED"]) await see(win.getByText(text)).toBeVisible();
    const figures = page.getByRole("complementary", { name: "Stats" });
    await see(figures).toHaveText(/Win %75\.00%Units Won\+5\.50ROI %57\.89%Total Bets8\.00Avg Sim Conf58\.75%/);
    await expectToFind(page);
  });

  test("filters by dates, quick ranges and sport, and Reset clears only the dates", async () => {
    const page = await open("/history?sport=NBA&sort=oldest");
    const ranges = page.getByRole("navigation", { name: "Quick ranges" });
    expect(await ranges.getByRole("link").allTextContents()).toEqual([
      "Today",
      "Yesterday",
      "Last 7 Days",
      "Last 30 Days",
    ]);
    await ranges.getByRole("link", { name: "Last 30 Days" }).click();
    await see.poll(() => picksOf(page)).toEqual(["Lakers 20", "Celtics today"]);
    await see(ranges.locator("[aria-current=true]")).toHaveText("Last 30 Days");
    await typeDate(page, "Start date", ago(41));
    await see.poll(() => picksOf(page)).toEqual(["Knicks 41", "Knicks 40", "Lakers 20", "Celtics today"]);
    await see(ranges.locator("[aria-current]")).toHaveCount(0);
    await typeDate(page, "End date", ago(40));
    await see.poll(() => picksOf(page)).toEqual(["Knicks 41", "Knicks 40"]);
    await page.getByRole("link", { name: "Reset" }).click();
    await see.poll(() => picksOf(page)).toHaveLength(5);
    await see(control(page, "Start date")).toHaveValue("");
    await see(control(page, "Sport")).toHaveValue("NBA");
    await see(control(page, "Sort")).toHaveValue("oldest");
    await ranges.getByRole("link", { name: "Yesterday" }).click();
    await see(page.getByRole("main").getByText("No picks found.")).toBeVisible();
  });

  async function expectToFind(page: Page): Promise<void> {
    await control(page, "Team or pick").fill("KNICKS 4");
    await control(page, "Team or pick").press("Enter");
    await see.poll(() => picksOf(page)).toEqual(["Knicks 40", "Knicks 41", "Knicks 42", "Knicks 43"]);
    await see(page.getByText("Showing results for")).toContainText("Showing results for: “KNICKS 4” Clear");
    await page.getByRole("link", { name: "Clear" }).click();
    await see(control(page, "Team or pick")).toHaveValue("");
    await control(page, "Sort").selectOption({ label: "By Confidence" });
    await apply(page);
    await see.poll(() => picksOf(page)).toEqual(["Bills 5", "Celtics today", "Knicks 40", "Knicks 41", "Knicks 42"]);
  }
});

describe("a history with scripts", () => {
  const open = (path: string, viewport: { width: number; height: number } = desktop) =>
    stage.open(path, { scripts: true, as: member, viewport });
  const choose = async (page: Page, name: string, label: string) => {
    await control(page, name).selectOption({ label });
  };
  const typeDate = async (page: Page, name: string, text: string) => {
    await control(page, name).fill(text);
    await control(page, name).press("Tab");
  };

  test("keeps the page in the URL, works with Back, and resets the page when a filter changes", async () => {
    const page = await open("/history");
    const pager = page.getByRole("navigation", { name: "Pages" });
    expect(await picksOf(page)).toEqual(newest);
    await see(pager.getByRole("link", { name: "Prev" })).toHaveCount(0);
    await see(pager.locator("[aria-disabled=true]")).toHaveText("Prev");
    await pager.getByRole("link", { name: "Next" }).click();
    await see(pager).toContainText("Page 2 of 2");
    await see.poll(() => picksOf(page)).toEqual(["Knicks 41", "Knicks 42", "Knicks 43"]);
    expect(pathOf(page)).toBe("/history?page=2");
    await see(pager.getByRole("link", { name: "Prev" })).toHaveAttribute("href", "/history");
    await page.goBack();
    await see.poll(() => picksOf(page)).toEqual(newest);
    await page.goForward();
    await see(pager).toContainText("Page 2 of 2");
    await choose(page, "Sort", "Oldest First");
    await see.poll(() => picksOf(page)).toEqual(["Knicks 43", "Knicks 42", "Knicks 41", "Knicks 40", "Lakers 20"]);
    expect(pathOf(page)).not.toContain("page=");
    await choose(page, "Sport", "NFL");
    await see.poll(() => picksOf(page)).toEqual(["Bills 5"]);
    await see(pager).toHaveCount(0);
    await page.goBack();
    await see.poll(() => picksOf(page)).toHaveLength(5);
    await see(control(page, "Sport")).toHaveValue("All");
  });

  test("shows filters and record side by side on a wide screen, and an invalid date with an error at its field", async () => {
    const page = await open("/history");
    for (const shown of [page.locator("#search"), page.locator(".stats"), page.locator(".axes")])
      await see(shown).toBeInViewport();
    await see(page.getByRole("button", { name: "🔍 Search" })).toBeHidden();
    await typeDate(page, "Start date", "02/30/2026");
    await see(control(page, "Start date")).toHaveAccessibleDescription("Date input not valid. MM/DD/YYYY");
    await see(control(page, "Start date")).toHaveValue("02/30/2026");
    await see(control(page, "Start date")).toHaveAttribute("aria-invalid", "true");
    await see.poll(() => picksOf(page)).toEqual(newest);
  });

  test("keeps an invalid date in view on a phone: in the open sheet, and in the page once that is closed", async () => {
    const page = await open("/history", phone);
    const error = page.getByText("Date input not valid.");
    await page.getByRole("button", { name: "🔍 Search" }).click();
    await typeDate(page, "Start date", "13/01/2026");
    await see(error).toBeInViewport();
    await see(page.getByRole("button", { name: "Show 8 picks" })).toBeInViewport();
    await page.getByRole("button", { name: "Show 8 picks" }).click();
    await see(error).toBeInViewport();
    await see(control(page, "Start date")).toHaveValue("13/01/2026");
    await see(page.getByRole("button", { name: "Show 8 picks" })).toHaveCount(0);
    await typeDate(page, "Start date", ago(5));
    await see.poll(() => picksOf(page)).toEqual(newest.slice(0, 3));
    await see(page.locator("#search")).toBeHidden();
  });

  test("stays open on a phone through every choice, until its button shows so many picks", async () => {
    const page = await open("/history", phone);
    const search = page.locator("#search");
    const show = search.getByRole("button", { name: /^Show / });
    await page.getByRole("button", { name: "🔍 Search" }).click();
    await see(show).toHaveText("Show 8 picks");
    await search.getByRole("link", { name: "Last 30 Days" }).click();
    await see(show).toHaveText("Show 4 picks");
    await choose(page, "Sport", "NBA");
    await see(show).toHaveText("Show 2 picks");
    await control(page, "Team or pick").fill("lakers");
    await control(page, "Team or pick").press("Enter");
    await see(show).toHaveText("Show 1 pick");
    await search.getByRole("link", { name: "Reset" }).click();
    await see.poll(() => pathOf(page)).not.toContain("range=");
    await control(page, "Team or pick").fill("knicks 4");
    await see(search).toBeInViewport();
    await show.click();
    await see(search).toBeHidden();
    await see.poll(() => picksOf(page)).toEqual(["Knicks 40", "Knicks 41", "Knicks 42", "Knicks 43"]);
  });

  test("of pro picks clears the range when a date is set and the reverse, and shows the active filter", async () => {
    const page = await open("/propicks-history");
    const shown = page.getByText("Showing results for");
    const ranges = page.getByRole("navigation", { name: "Quick ranges" });
    await see(shown).toContainText("Showing results for: All dates");
    await ranges.getByRole("link", { name: "Yesterday" }).click();
    await see(shown).toContainText("Showing results for: Yesterday Clear");
    await see.poll(() => picksOf(page)).toEqual(["Yankees yesterday"]);
    await typeDate(page, "Date", ago(5));
    await see(shown).toContainText(`Showing results for: ${ago(5)} Clear`);
    await see(ranges.locator("[aria-current]")).toHaveCount(0);
    await see.poll(() => picksOf(page)).toEqual(["Bills 5"]);
    await ranges.getByRole("link", { name: "Last 7 Days" }).click();
    await see.poll(() => picksOf(page)).toEqual(newest.slice(0, 3));
    await see(control(page, "Date")).toHaveValue("");
    await page.getByRole("link", { name: "Reset" }).click();
    await see(control(page, "Date")).toHaveValue(ago(0));
    await see.poll(() => picksOf(page)).toEqual(["Celtics today"]);
    await page.getByRole("link", { name: "All dates" }).click();
    await see(control(page, "Date")).toHaveValue("");
    await see.poll(() => picksOf(page)).toEqual(newest);
    await choose(page, "Sport", "UFC");
    await see(page.getByRole("main").getByText("No pro picks found.")).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await see(shown).toContainText("Showing results for: All dates");
    await see.poll(() => picksOf(page)).toEqual(newest);
    await see(control(page, "Date")).toHaveValue("");
    await see(control(page, "Sport")).toHaveValue("All");
  });

  test("opens one sheet at a time on a phone", async () => {
    const page = await open("/propicks-history", phone);
    const [search, stats] = [page.locator("#search"), page.getByRole("complementary", { name: "Stats" })];
    const press = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
    await see(search).toBeHidden();
    await see(stats).toBeHidden();
    await press("🔍 Search");
    await see(search).toBeInViewport();
    await press("📊 Stats");
    await see(stats).toBeInViewport();
    await see(search).toBeHidden();
    await stats.getByRole("button", { name: "Close" }).click();
    await see(stats).toBeHidden();
    await page.getByRole("button", { name: "📊 Stats" }).click();
    await page.keyboard.press("Escape");
    await see(stats).toBeHidden();
    await page.getByRole("button", { name: "🔍 Search" }).click();
    await page.mouse.click(180, 30);
    await see(search).toBeHidden();
    await press("📊 Stats");
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
    await see(stats).toBeHidden();
  });
});

test("an end date keeps its partial input when the start date's response arrives, and both dates apply", async () => {
  const page = await stage.open("/history", { scripts: true, as: member, viewport: desktop });
  const heldRequests: (() => void)[] = [];
  await page.route(/[?&]_data=/, async (route) => {
    if (heldRequests.length === 0) await new Promise<void>((release) => heldRequests.push(release));
    await route.continue();
  });
  await control(page, "Start date").pressSequentially(ago(20));
  await control(page, "Start date").press("Tab");
  await control(page, "End date").pressSequentially(ago(5).slice(0, 4));
  await expect.poll(() => heldRequests.length).toBe(1);
  const answered = page.waitForResponse(/[?&]_data=/);
  heldRequests[0]?.();
  await answered;
  await expect.poll(() => new URL(page.url()).searchParams.get("start")).toBe(ago(20));
  await see(control(page, "End date")).toHaveValue(ago(5).slice(0, 4));
  await control(page, "End date").pressSequentially(ago(5).slice(4));
  await control(page, "End date").press("Tab");
  await expect.poll(() => picksOf(page)).toEqual(["Bills 5", "Lakers 20"]);
  await page.goBack();
  await see(control(page, "End date")).toHaveValue("");
});

test("on a phone the Search sheet stays open while several filters are set, and is gone on the next page", async () => {
  const page = await stage.open("/history", { scripts: true, as: member, viewport: phone });
  const search = page.locator("#search");
  await page.getByRole("button", { name: "🔍 Search" }).click();
  await control(page, "Sort").focus();
  await control(page, "Sort").selectOption({ label: "Oldest First" });
  await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("oldest");
  await control(page, "Start date").pressSequentially(ago(20));
  await control(page, "End date").click();
  await expect.poll(() => new URL(page.url()).searchParams.get("start")).toBe(ago(20));
  await control(page, "End date").pressSequentially(ago(5));
  await control(page, "Sport").focus();
  await expect.poll(() => picksOf(page)).toEqual(["Lakers 20", "Bills 5"]);
  await see(search).toBeInViewport();
  await page.goBack();
  await page.goto("/dashboard");
  await see(search).toHaveCount(0);
});
