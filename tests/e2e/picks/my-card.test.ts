import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { desktop, phone } from "../../support/pages/browser.ts";
import { createPick, createUser, putOnCard } from "../../support/database/factories.ts";
import { useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const { app } = stage;
beforeAll(async () => {
  for (let count = 0; count < 8; count += 1) await createPick(app.db);
});

async function memberWithCard(): Promise<Client> {
  const user = await createUser(app.db);
  const client = app.client();
  await client.signIn(user.email);
  await putOnCard(app.db, user.id, [
    await createPick(app.db, { pick: "Lakers +4" }),
    await createPick(app.db, { pick: "Heat -2", verdict: "✅", units_result: 0.91 }),
  ]);
  return client;
}

function buttonOfPick(page: Page, pick: number) {
  return page.locator(".card").nth(pick).getByRole("button");
}

/** Requests to the address wait until the returned function is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

describe.each(visits)("My Card $mode", ({ scripts, viewport }) => {
  test("a pick is added in place, appears on My Card and is removed after a confirmation", async () => {
    const page = await stage.open("/dashboard?sort=asc", { scripts, viewport, as: await app.signedIn("user") });
    await buttonOfPick(page, 3).click();
    await page.locator(".card").nth(3).getByRole("button", { name: "Added to My Card", disabled: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?sort=asc");
    await page.locator(".card").nth(3).getByRole("link", { name: "View My Card" }).waitFor();
    if (scripts) await page.locator(".dock").getByText("1 pick").waitFor({ state: "attached" });
    const name = (await page.locator(".card h3").nth(3).textContent()) ?? "";

    await page.goto("/my-card");
    expect(await page.locator(".card h3").allTextContents()).toEqual([name]);
    await page.getByRole("link", { name: "❌ Remove" }).click();
    await page
      .getByRole("alertdialog", { name: "❌ Are you sure you want to remove this pick?" })
      .getByRole("button", { name: "Remove" })
      .click();
    await page.getByRole("main").getByText("No active regular picks.").waitFor();
  });
});

describe("My Card with scripts", () => {
  test("Escape and Cancel close the remove dialog and restore the focus, and Back does not reopen it for a removed pick", async () => {
    const page = await stage.open("/my-card", { scripts: true, viewport: desktop, as: await memberWithCard() });
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.id);
    const cancel = page.getByRole("link", { name: "Cancel" });
    const opener = page.getByRole("link", { name: "❌ Remove" }).first();
    const href = await opener.getAttribute("href");
    for (const key of ["Escape", "Enter"]) {
      await opener.press("Enter");
      await cancel.waitFor();
      await expect.poll(focused).toBe("/my-card");
      await page.keyboard.press(key);
      await cancel.waitFor({ state: "detached" });
      await expect.poll(focused).toBe(href);
    }
    await opener.press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).press("Enter");
    await cancel.waitFor({ state: "detached" });
    await expect.poll(focused).toBe("main");
    await page.goBack();
    await page.getByRole("heading", { name: "My Card", level: 1 }).waitFor();
    expect(await page.locator(`a[href="${href}"]`).count()).toBe(0);
  });

  test("opening and closing the remove dialog keeps the scroll position of a long list", async () => {
    const user = await createUser(app.db);
    const client = app.client();
    await client.signIn(user.email);
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) => createPick(app.db, { pick: `Card ${index}` })),
    );
    await putOnCard(app.db, user.id, ids);
    const page = await stage.open("/my-card", { scripts: true, as: client, viewport: { width: 1280, height: 420 } });
    const last = page.getByRole("link", { name: "Remove" }).last();
    await page.evaluate(() => scrollTo({ top: 9999, behavior: "instant" }));
    await last.focus();
    const scroll = () => page.evaluate(() => scrollY);
    const before = await scroll();
    expect(before).toBeGreaterThan(300);
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    const whileOpen = await scroll();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect([whileOpen, await scroll()]).toEqual([before, before]);
  });

  test("adding a pick leaves the page where the member scrolls to, and adds no history entry", async () => {
    // A reload after an add is also for a page that was opened at one of its picks.
    const page = await stage.open("/dashboard#at-a-pick", {
      scripts: true,
      viewport: phone,
      as: await app.signedIn("user"),
    });
    // A scroll by script is at its end at once.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await buttonOfPick(page, 5).scrollIntoViewIfNeeded();
    const entries = () => page.evaluate(() => history.length);
    const entriesBefore = await entries();
    const answer = await hold(page, /_data=/);
    await buttonOfPick(page, 5).click();
    await page.getByRole("main").getByText("Added to My Card").waitFor();
    const nextCard = page.locator(".card").nth(6);
    await nextCard.evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
    const top = () => nextCard.evaluate((card) => card.getBoundingClientRect().top);
    const topBefore = await top();
    answer();
    // The page's head gets a line more; the browser scrolls by that line at its next frame.
    await page.getByText("1.5u open").waitFor();
    await expect.poll(async () => Math.abs((await top()) - topBefore)).toBeLessThan(2);
    expect(await entries()).toBe(entriesBefore);
    // The pressed button is gone; its place has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("View My Card");
  });

  test("a filter that is chosen while a pick is added stays", async () => {
    const page = await stage.open("/dashboard", { scripts: true, viewport: phone, as: await app.signedIn("user") });
    const [answerAdd, answerFilter] = [await hold(page, "**/api/member-picks"), await hold(page, /_data=/)];
    await buttonOfPick(page, 0).click();
    await page.getByRole("combobox", { name: "Sport" }).selectOption("NBA");
    answerAdd();
    await page.getByRole("main").getByText("Added to My Card").first().waitFor();
    answerFilter();
    await expect.poll(() => page.evaluate(() => window.__remixRouter.state.navigation.state)).toBe("idle");
    expect(new URL(page.url()).searchParams.get("sport")).toBe("NBA");
  });

  test("a refused add, an expired session and a lost network show an error on the card, and the page stays", async () => {
    const member = await app.signedIn("user");
    const pick = await createPick(app.db, { pick: "Settled meanwhile" });
    const page = await stage.open("/dashboard", { scripts: true, as: member });
    const card = page.locator("article").filter({ has: page.locator(`#pick-${pick.id}`) });
    const clickAndReadAlert = async () => {
      await card.getByRole("button").click();
      return card.getByRole("alert").textContent();
    };
    await page.context().setOffline(true);
    expect(await clickAndReadAlert()).toBe("Failed to add to card");
    await page.context().setOffline(false);
    await app.db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", pick.id).execute();
    await card.getByRole("button").click();
    await card.getByText("This pick is settled, so it can no longer be added to your card.").waitFor();
    await page.context().clearCookies();
    await card.getByRole("button").click();
    await card.getByText("Please login first!").waitFor();
  });

  test("a pick that is settled while the dialog is open stays on the card, with a message", async () => {
    const user = await createUser(app.db);
    const client = app.client();
    await client.signIn(user.email);
    const pick = await createPick(app.db, { pick: "Settled behind" });
    await putOnCard(app.db, user.id, [pick]);
    const page = await stage.open("/my-card", { scripts: true, as: client });
    await page.getByRole("link", { name: "❌ Remove" }).click();
    await page.getByRole("alertdialog").waitFor();
    await app.db.updateTable("picks").set({ verdict: "✅" }).where("id", "=", pick.id).execute();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("main").getByText("No active regular picks.").waitFor();
    expect([await page.getByRole("alert").textContent(), new URL(page.url()).pathname]).toEqual([
      "This pick is settled, so it stays on your card.",
      "/my-card",
    ]);
  });

  test("tabs, the stream toggle and filters change the results", async () => {
    const page = await stage.open("/my-card", { scripts: true, as: await memberWithCard() });
    await page.getByRole("navigation", { name: "My Card" }).getByRole("link", { name: "Results" }).click();
    await page.getByRole("heading", { name: "WIN – Heat -2" }).waitFor();
    await page.getByLabel("Sort").selectOption("By Sport");
    await page.waitForURL("**/my-card?**sort=sport**");
    expect(new URL(page.url()).searchParams.get("tab")).toBe("results");
    await page.getByRole("link", { name: "Pro", exact: true }).click();
    await page.getByRole("main").getByText("No results yet for pro picks.").waitFor();
  });
});
