import { beforeAll, expect, test } from "vitest";
import { hydrated, phone } from "../../support/pages/browser.ts";
import { createPick } from "../../support/database/factories.ts";
import { see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const glossary = [
  "# Numbers",
  "## Sim confidence (Sim %)\nThe share of **simulated** games.",
  "## Edge\nYour chance minus the rest.",
];

beforeAll(async () => {
  const staff = await stage.app.signedIn("admin");
  const saved = await staff.call("POST", "/api/learn", { type: "glossary", content: glossary });
  expect(saved.status).toBe(200);
  await createPick(stage.app.db, { pick: "Knicks ML", odds: -110, created_at: new Date().toISOString() });
});

const open = async (scripts: boolean) => {
  const page = await stage.open("/dashboard", { scripts, as: await stage.app.signedIn("user"), viewport: phone });
  if (scripts) await hydrated(page);
  return page;
};

test("a tap on a dotted label opens its entry in place, with a link to Learn", async () => {
  const page = await open(true);
  const label = page.getByRole("link", { name: "Sim confidence" }).first();
  await label.click();
  const box = page.locator(".explained");
  await see(box).toContainText("The share of simulated games.");
  await see(box).not.toContainText("Your chance");
  await see(box.getByRole("link", { name: "Learn" })).toBeFocused();
  await page.keyboard.press("Escape");
  await see(box).toHaveCount(0);
  await see(label).toBeFocused();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("without an entry, and without scripts, it opens Learn", async () => {
  for (const scripts of [true, false]) {
    const page = await open(scripts);
    const name = scripts ? /^Needs/ : "Sim confidence";
    if (scripts)
      await page.evaluate(() =>
        document.querySelector("a[href$='term-edge']")?.setAttribute("href", "/learn#term-none"),
      );
    await page.getByRole("link", { name }).first().click();
    await page.getByRole("heading", { level: 1, name: "Learn" }).waitFor();
  }
});
