import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { glossary, tips } from "../../db/demo/learn.ts";
import type { Client } from "../support/app.ts";
import { accessibilityProblems, desktop, hydrated, openPage, phone, scrollsSideways } from "../support/browser.ts";
import { attacks } from "../support/markdown-attacks.ts";
import { useSite } from "../support/stage.ts";

const { app, browser } = useSite();
let admin: Client;
let member: Client;
beforeAll(async () => {
  [admin, member] = await Promise.all([app.signedIn("admin"), app.signedIn("user")]);
});
beforeEach(async () => {
  await admin.call("POST", "/api/learn", { type: "glossary", content: glossary });
  await admin.call("POST", "/api/learn", { type: "tip", content: tips });
});

const allowedTags = ["h2", "h3", "p", "ul", "ol", "li", "blockquote", "pre", "code", "strong", "em", "del", "hr", "br", "a"];

const views = [[true, "phone", phone], [true, "desktop", desktop], [false, "phone", phone], [false, "desktop", desktop]] as const;

test.each(views)("members read both tabs (scripts %s, %s)", async (scripts, _name, viewport) => {
  const { page, context, problems } = await openPage(browser(), { origin: app.origin, as: member, scripts, viewport });
  await page.goto("/learn");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Learn the System");
  expect(await page.locator(".prose h2").count()).toBe(glossary.length);
  if (scripts) expect(await accessibilityProblems(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole("link", { name: "Bankroll Tips" }).click();
  await page.getByRole("heading", { name: "Keep a record" }).waitFor();
  expect(await page.locator("nav[aria-label=Learn] [aria-current]").textContent()).toBe("Bankroll Tips");
  if (scripts) expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test.each(views)("staff preview, save and dismiss the banner (scripts %s, %s)", async (scripts, _name, viewport) => {
  const { page, context, problems } = await openPage(browser(), { origin: app.origin, as: admin, scripts, viewport });
  await page.goto("/admin/learn");
  if (scripts) await hydrated(page);
  if (scripts) expect(await accessibilityProblems(page)).toEqual([]);
  const form = page.getByRole("form", { name: "Bankroll Tips" });
  await form.getByRole("textbox").fill("## One\nfirst\n---\n- second");
  await form.getByRole("button", { name: "Preview" }).click();
  await form.getByText("Preview: 2 entries, not saved yet").waitFor();
  expect(await form.locator(".prose").innerHTML()).toBe("<h2>One</h2><p>first</p><ul><li>second</li></ul>");
  expect(await form.getByRole("textbox").inputValue()).toBe("## One\nfirst\n---\n- second");
  if (scripts) expect(await accessibilityProblems(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
  await page.getByRole("main").getByText("Content saved successfully!").waitFor();
  if (scripts) expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Okay" }).click();
  await page.getByRole("main").getByText("Content saved successfully!").waitFor({ state: "detached" });
  expect(await (await member.call("GET", "/api/tips")).json()).toEqual(["## One\nfirst", "- second"]);
  expect(problems).toEqual([]);
  await context.close();
});

test("the button of a preview keeps the focus, and that of a save leaves it to the words that it was saved", async () => {
  const { page, context } = await editor();
  const form = page.getByRole("form", { name: "Glossary" });
  const preview = form.getByRole("button", { name: "Preview" });
  await preview.press("Enter");
  await form.getByText(`Preview: ${glossary.length} entries`).waitFor();
  expect(await preview.evaluate((button) => button === document.activeElement)).toBe(true);
  await form.getByRole("button", { name: "Save Glossary" }).press("Enter");
  await page.getByRole("main").getByText("Content saved successfully!").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^(Save Glossary|Content saved successfully!.*)$/);
  await page.getByRole("link", { name: "Okay" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await context.close();
});

test("a preview follows the typing", async () => {
  const { page, context } = await editor();
  const form = page.getByRole("form", { name: "Glossary" });
  await form.getByRole("button", { name: "Preview" }).click();
  await form.getByText(`Preview: ${glossary.length} entries`).waitFor();
  await form.getByRole("textbox").fill("## Only");
  await form.getByText("Preview: 1 entry, not saved yet").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/learn");
  await context.close();
});

test("a list that was just saved can be saved again, whichever way its letters were typed", async () => {
  const { page, context } = await editor();
  const form = page.getByRole("form", { name: "Glossary" });
  for (const text of ["## Cafe\u0301 odds", "## Cafe\u0301 odds\n---\n## More"]) {
    await form.getByRole("textbox").fill(text);
    await form.getByRole("button", { name: "Save Glossary" }).click();
    await page.getByRole("link", { name: "Okay" }).click();
    await page.getByRole("main").getByText("Content saved successfully!").waitFor({ state: "detached" });
  }
  const saved: { glossary: string[] } = await (await member.call("GET", "/api/learn")).json();
  expect(saved.glossary).toEqual(["## Caf\u00e9 odds", "## More"]);
  await context.close();
});

test("saving one list keeps what is typed in the other, and its conflict", async () => {
  const { page, context } = await editor();
  const [terms, advice] = [page.getByRole("form", { name: "Glossary" }), page.getByRole("form", { name: "Bankroll Tips" })];
  await advice.getByRole("textbox").fill("my tip");
  await terms.getByRole("textbox").fill("## Mine");
  await admin.call("POST", "/api/learn", { type: "tip", content: "their tip" });
  await terms.getByRole("button", { name: "Save Glossary" }).click();
  await page.getByRole("main").getByText("Content saved successfully!").waitFor();
  expect(await advice.getByRole("textbox").inputValue()).toBe("my tip");
  await advice.getByRole("button", { name: "Save Bankroll Tips" }).click();
  await advice.getByText("Somebody else changed this list").waitFor();
  expect(await advice.locator(".theirs dd").allTextContents()).toEqual(["their tip", "my tip"]);
  await advice.getByRole("button", { name: "Save Bankroll Tips" }).click();
  await page.getByRole("main").getByText("Content saved successfully!").waitFor();
  expect(await (await member.call("GET", "/api/learn")).json()).toEqual({ glossary: ["## Mine"], tips: ["my tip"] });
  await context.close();
});

test.each([true, false])("a conflict over a long list shows the entries that differ, and no others (scripts %s)", async (scripts) => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: admin, scripts, viewport: phone });
  await page.goto("/admin/learn");
  if (scripts) await hydrated(page);
  const form = page.getByRole("form", { name: "Glossary" });
  const [first = "", second = "", ...rest] = glossary;
  const theirs = [...rest, first, `## Theirs\n${"It is long. ".repeat(60)}`.trim(), second];
  await admin.call("POST", "/api/learn", { type: "glossary", content: theirs });
  await form.getByRole("textbox").fill([...glossary.slice(1), "## Mine\nIt is short."].join("\n---\n"));
  await form.getByRole("button", { name: "Save Glossary" }).click();
  await form.getByText("Somebody else changed this list").waitFor();
  expect(await form.locator(".theirs dt").allTextContents()).toEqual(["Only in what is saved now: 2", "Only in what you typed: 1"]);
  expect(await form.locator(".theirs dd").allTextContents()).toEqual([first, expect.stringMatching(/^## Theirs.*…## Theirs.*It is long\.$/s), "## Mine\nIt is short."]);
  expect((await form.locator(".theirs").boundingBox())?.height).toBeLessThan(400);
  await form.locator(".theirs summary").click();
  if (scripts) expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole("textbox").fill(theirs.toReversed().join("\n---\n"));
  await admin.call("POST", "/api/learn", { type: "glossary", content: [...theirs, "## More"] });
  await admin.call("POST", "/api/learn", { type: "glossary", content: theirs });
  await form.getByRole("button", { name: "Save Glossary" }).click();
  await form.getByText("Both hold the same entries.").waitFor();
  await context.close();
});

test("a browser reads the attacks as text and harmless links", async () => {
  await admin.call("POST", "/api/learn", { type: "glossary", content: attacks.filter((text) => !text.includes("\u0001")) });
  const { page, context, problems } = await openPage(browser(), { origin: app.origin, as: member });
  page.on("dialog", (dialog) => problems.push(dialog.message()));
  await page.goto("/learn");
  await hydrated(page);
  const found = await page.locator(".prose *").evaluateAll((elements) => elements.map((element) => ({ tag: element.localName, attributes: element.getAttributeNames(), protocol: element instanceof HTMLAnchorElement ? element.protocol : "", host: element instanceof HTMLAnchorElement ? element.host : "" })));
  expect(found.filter(({ tag }) => !allowedTags.includes(tag))).toEqual([]);
  expect(new Set(found.flatMap(({ attributes }) => attributes))).toEqual(new Set(["href", "rel"]));
  expect(new Set(found.map(({ protocol }) => protocol))).toEqual(new Set(["", "https:", "http:", "mailto:"]));
  expect(found.filter(({ host }) => host.includes("evil"))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

async function editor(): Promise<{ page: Page; context: Awaited<ReturnType<typeof openPage>>["context"] }> {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: admin });
  await page.goto("/admin/learn");
  await hydrated(page);
  return { page, context };
}
