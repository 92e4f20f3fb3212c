/** Picks that a member adds after their start: marked, and left out of the figures unless asked for. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright";
import type { Client } from "../../support/app/app.ts";
import { expectAccessibleInBothThemes, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { futureDate } from "../../support/database/factories.ts";
import { go, pathOf, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let staff: Client;
beforeAll(async () => {
  staff = await stage.app.signedIn("admin");
});

function card(page: Page, pick: string) {
  return page.getByRole("article").filter({ hasText: pick });
}

function win(id: number, stream: "picks" | "propicks" = "picks") {
  return staff.call("PUT", `/api/${stream}/${id}`, { verdict: "win", units_result: 1 });
}

async function memberWith(picks: readonly number[]): Promise<Client> {
  const member = await stage.app.signedIn("user");
  for (const pick_id of picks) expect((await member.call("POST", "/api/member-picks", { pick_id })).status).toBe(201);
  return member;
}

const mark = "After the start";
const choiceName = "Added after the start";

describe("a pick that has started", () => {
  test.each([
    ["with scripts", true, "/dashboard", "picks", "/my-card"],
    ["without scripts", false, "/propicks", "propicks", "/my-card?stream=pro"],
  ] as const)(
    "is added %s (%s) from %s, marked on My Card, and counted in Results only when asked for",
    async (_mode, scripts, path, stream, cardPath) => {
      const [early, late] = [`Early ${scripts}`, `Late ${scripts}`];
      const ids = [
        await publish(staff, { pick: early, game_date: futureDate(2) }, stream),
        await publish(staff, { pick: late, game_date: futureDate(-1), unit_size: 2 }, stream),
      ];
      const as = await stage.app.signedIn("user");
      const page = await stage.open(path, { scripts, as });
      await see(card(page, late)).toContainText("Started");
      for (const pick of [early, late]) {
        await card(page, pick).getByRole("button", { name: "Add to My Card" }).click();
        await see(card(page, pick).getByRole("button", { name: "Added to My Card" })).toBeVisible();
      }
      await go(page, cardPath);
      await see(card(page, late).locator(".tag", { hasText: mark })).toBeVisible();
      await see(card(page, early)).not.toContainText(mark);

      for (const id of ids) await win(id, stream);
      await page.getByRole("navigation", { name: "My Card" }).getByRole("link", { name: "Results" }).click();
      await see(card(page, late).locator(".tag", { hasText: mark })).toBeVisible();
      await see(card(page, early)).not.toContainText(mark);
      const figures = page.getByRole("complementary", { name: "Stats" });
      await see(figures).toContainText("Units Won+1.00");
      await see(figures).toContainText("Total Bets1.00");
      await see(figures).toContainText("1-0-0");
      const choice = page.getByRole("combobox", { name: choiceName, exact: true });
      await see(choice).toHaveValue("");
      await see(choice.locator("option:checked")).toHaveText("Not counted");
      await choice.selectOption("Counted");
      if (!scripts) await page.getByRole("button", { name: "Apply" }).click();
      await see(figures).toContainText("Total Bets2.00");
      await see(figures).toContainText("Units Won+2.00");
      expect(pathOf(page)).toContain("after_start=1");
      expect(pathOf(page)).toContain("tab=results");
      await see(choice).toHaveValue("1");
      await see(page.getByRole("article")).toHaveCount(2);
    },
  );

  test("is what the choice is about: a card without one has no such choice", async () => {
    const id = await publish(staff, { pick: "On time", game_date: futureDate(2) });
    const member = await memberWith([id]);
    await win(id);
    const page = await stage.open("/my-card?tab=results", { scripts: false, as: member });
    await see(page.getByRole("combobox", { name: "Sport", exact: true })).toBeVisible();
    await see(page.getByRole("combobox", { name: choiceName })).toHaveCount(0);
  });

  test("is chosen in the Search sheet on a phone", async () => {
    const id = await publish(staff, { pick: "Late on a phone", game_date: futureDate(-1) });
    const member = await memberWith([id]);
    await win(id);
    const page = await stage.open("/my-card?tab=results", { scripts: true, as: member, viewport: phone });
    const figures = page.locator("#stats");
    await see(figures).toContainText("Total Bets0.00");
    await page.getByRole("button", { name: "🔍 Search" }).click();
    await page.getByRole("combobox", { name: choiceName }).selectOption("Counted");
    await see(figures).toContainText("Total Bets1.00");
    expect(await scrollsSideways(page)).toBe(false);
  });
});

test("the marks of My Card are accessible in both themes", async () => {
  const ids = [
    await publish(staff, { pick: "Late and open", game_date: futureDate(-1) }),
    await publish(staff, { pick: "Late and won", game_date: futureDate(-1) }),
  ];
  const member = await memberWith(ids);
  await win(ids[1] ?? 0);
  for (const path of ["/my-card", "/my-card?tab=results"]) {
    const page = await stage.open(path, { scripts: true, as: member });
    await see(page.getByText(mark, { exact: true })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
});
