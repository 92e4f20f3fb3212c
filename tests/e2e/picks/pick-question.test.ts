/** An unusual pick is questioned before it is published: 409, the form with the reasons and "Publish anyway". */
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { expectAccessibleInBothThemes, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { futureDate, nextNumber } from "../../support/database/factories.ts";
import { fillPick, questionIn, reasonsIn } from "../../support/pages/pick-form.ts";
import { field, modes, pathOf, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const manager = "/admin/picks";
const past = futureDate(-2);
const inThePast = expect.stringMatching(
  `^Its start is in the past: ${past}, 7:30 PM E[DS]T\\. This will be listed as published after its start and won't count\\.$`,
);
// The pick is published already.
const movedIntoThePast = expect.stringMatching(`^Its start is in the past: ${past}, 7:30 PM E[DS]T\\.$`);
const unusual = {
  Game: "Los Angeles Lakers @ Boston Celtics",
  "Game date": past,
  Time: "7:30 PM",
  Price: "-110",
  Book: "DraftKings",
  "Playable to": "-4.5",
  "Sim confidence %": "57.6",
  "Unit size": "6",
} as const;

function newPick(): string {
  return `Celtics -${nextNumber() + 0.5}`;
}

async function published(pick: string): Promise<number[]> {
  const rows = await stage.app.db.selectFrom("picks").select("unit_size").where("pick", "=", pick).execute();
  return rows.map((row) => row.unit_size);
}

function publishAnyway(page: Page) {
  return page.getByRole("button", { name: "Publish anyway" });
}

/** Sends the form and waits for the question: also for the next one, which may read the same. */
async function isAsked(page: Page, send: () => Promise<unknown>): Promise<string[]> {
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await send();
  expect((await answer).status()).toBe(409);
  await see(page.getByRole("button", { name: "Saving..." })).toHaveCount(0);
  await see(questionIn(page)).toBeVisible();
  return reasonsIn(page);
}

describe.each(modes)("the question about a pick $mode", ({ scripts }) => {
  const open = async (viewport?: typeof phone) => {
    const as = await stage.app.signedIn("admin");
    return stage.open(manager, { scripts, as, ...(viewport ? { viewport } : {}) });
  };
  const ask = (page: Page) => isAsked(page, () => page.getByRole("button", { name: "Add Pick" }).click());

  test("names each reason, keeps what was typed, and Publish anyway publishes it", async () => {
    const pick = newPick();
    const staff = await stage.app.signedIn("admin");
    await publish(staff, { game: unusual.Game, pick, game_date: past });
    const page = await open();
    await page.getByText("More of the bet").click();
    await fillPick(page, { ...unusual, Pick: pick, Line: "-400" });
    expect(await ask(page)).toEqual([
      "An open pick with the same game, pick and date exists already.",
      inThePast,
      "Its stake is over 5 units: 6u.",
      `The text says line ${pick.replace("Celtics ", "")}, but -400 was entered.`,
    ]);
    await see(questionIn(page)).toContainText("Spread, Boston Celtics -400 at -110: risks 6u to win 5.45u.");
    for (const [label, text] of Object.entries({ ...unusual, Pick: pick, Line: "-400" }))
      await see(field(page, label)).toHaveValue(text);
    await see(field(page, "Sport")).toHaveValue("NBA");
    await see(field(page, "Tag")).toHaveValue("SIM CERTIFIED");
    expect(await published(pick)).toHaveLength(1);
    if (scripts) await expectAccessibleInBothThemes(page);
    await publishAnyway(page).click();
    await see(statusMessage(page, `Added: ${pick}.`)).toBeVisible();
    await see(publishAnyway(page)).toHaveCount(0);
    await see(field(page, "Pick")).toHaveValue("");
    expect(await published(pick)).toHaveLength(2);
  });
});

describe("the question about a pick with scripts", () => {
  const open = async (viewport?: typeof phone) => {
    const as = await stage.app.signedIn("admin");
    return stage.open(manager, { scripts: true, as, ...(viewport ? { viewport } : {}) });
  };
  const ask = (page: Page) => isAsked(page, () => page.getByRole("button", { name: "Add Pick" }).click());

  test("is asked again by Enter in a field, and for other reasons than it named; an error at a field comes first", async () => {
    const pick = newPick();
    const page = await open();
    await fillPick(page, { ...unusual, Pick: pick });
    expect(await isAsked(page, () => field(page, "Unit size").press("Enter"))).toEqual([
      inThePast,
      "Its stake is over 5 units: 6u.",
    ]);
    for (const label of ["Unit size", "Game"])
      expect(await isAsked(page, () => field(page, label).press("Enter"))).toHaveLength(2);
    await field(page, "Unit size").fill("7");
    expect(await isAsked(page, () => publishAnyway(page).click())).toEqual([
      inThePast,
      "Its stake is over 5 units: 7u.",
    ]);
    await field(page, "Price").fill("-50");
    await publishAnyway(page).click();
    await see(field(page, "Price")).toHaveAccessibleDescription("Must be a price, like -110, 1.91 or 10/11.");
    await see(publishAnyway(page)).toHaveCount(0);
    await field(page, "Price").fill(unusual.Price);
    expect(await ask(page)).toHaveLength(2);
    await field(page, "Unit size").fill("1");
    expect(await isAsked(page, () => publishAnyway(page).click())).toEqual([inThePast]);
    expect(await published(pick)).toEqual([]);
    await publishAnyway(page).click();
    await see(statusMessage(page, "Added:")).toBeVisible();
    expect(await published(pick)).toEqual([1]);
  });

  test("is over when what was unusual has been corrected, whichever button is pressed", async () => {
    for (const button of ["Publish anyway", "Add Pick"]) {
      const pick = newPick();
      const page = await open();
      await fillPick(page, { ...unusual, Pick: pick });
      await ask(page);
      await field(page, "Game date").fill(futureDate(2));
      await field(page, "Unit size").fill("1");
      await page.getByRole("button", { name: button }).click();
      await see(statusMessage(page, "Added:")).toBeVisible();
      expect(await published(pick)).toEqual([1]);
    }
  });

  test("is in view on a phone, with everything in reach", async () => {
    const page = await open(phone);
    await fillPick(page, { ...unusual, Pick: newPick() });
    await ask(page);
    await see(questionIn(page)).toBeInViewport();
    await see(questionIn(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await see(publishAnyway(page)).toBeFocused();
    await see(publishAnyway(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Tab");
    await see(field(page, "Game")).toBeFocused();
    await page.getByRole("button", { name: "Add Pick" }).focus();
    await see(page.getByRole("button", { name: "Add Pick" })).toBeInViewport({ ratio: 1 });
    const beyond = await page
      .locator("form.grid6 :is(p, li, label, input, select, button, summary):visible:not(.vh)")
      .evaluateAll((parts) =>
        parts.filter((part) => part.getBoundingClientRect().right > innerWidth).map((part) => part.outerHTML),
      );
    expect([beyond, await scrollsSideways(page)]).toEqual([[], false]);
  });

  test("is asked about changes too: a game that has not started, and a start that moves into the past", async () => {
    const as = await stage.app.signedIn("admin");
    const pick = newPick();
    const id = await publish(as, { pick, game: unusual.Game, game_date: futureDate(2) });
    const page = await stage.open(`${manager}/${id}`, { scripts: true, as });
    const save = () => page.getByRole("button", { name: "Save Changes" }).click();
    await field(page, "Verdict").selectOption({ label: "✅ Win" });
    await field(page, "Units result").fill("1.36");
    expect(await isAsked(page, save)).toEqual(["Its game has not started yet."]);
    await field(page, "Verdict").selectOption({ label: "Open" });
    await field(page, "Units result").fill("");
    await field(page, "Game date").fill(past);
    expect(await isAsked(page, save)).toEqual([movedIntoThePast]);
    await publishAnyway(page).click();
    await see(statusMessage(page, "Pick saved")).toBeVisible();
    expect(pathOf(page)).toBe(manager);
    const row = page.getByRole("row").filter({ hasText: pick });
    await see(row).toContainText(`${past}, 7:30 PM`);
  });
});
