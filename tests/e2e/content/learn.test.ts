import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { glossary, tips } from "../../../db/demo/learn.ts";
import type { Client } from "../../support/app/app.ts";
import { accessibilityProblems, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { attacks } from "../../support/markdown-attacks.ts";
import { go, pathOf, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const { app } = stage;
let admin: Client;
let member: Client;
beforeAll(async () => {
  [admin, member] = await Promise.all([app.signedIn("admin"), app.signedIn("user")]);
});
beforeEach(async () => {
  await admin.call("POST", "/api/learn", { type: "glossary", content: glossary });
  await admin.call("POST", "/api/learn", { type: "tip", content: tips });
});

const allowedTags = [
  "h2",
  "h3",
  "h4",
  "p",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "strong",
  "em",
  "del",
  "hr",
  "br",
  "a",
];

test.each(visits)("members read both tabs, and a jump list leads to a term, $mode", async ({ scripts, viewport }) => {
  const page = await stage.enter({ as: member, scripts, viewport });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/learn");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Learn the System");
  expect(await page.locator(".group > h2, .prose h3").count()).toBe(glossary.length);
  expect(await scrollsSideways(page)).toBe(false);
  const terms = page.getByRole("navigation", { name: "Terms" });
  const fold = terms.getByText("Jump to a term");
  expect(await fold.isVisible()).toBe(viewport.width < 1024);
  if (await fold.isVisible()) await fold.click();
  expect(await scrollsSideways(page)).toBe(false);
  for (const term of ["Hedge", "Closing line value (CLV)", "Tilt"]) {
    await terms.getByRole("link", { name: term, exact: true }).click();
    await expectBelowTheBar(page, term);
  }
  await page.goto("/settings");
  await page.goto("/learn#term-roi");
  await expectBelowTheBar(page, "Return on investment (ROI %)");
  await page.getByRole("link", { name: "Bankroll Tips" }).click();
  await see(page.getByRole("navigation", { name: "Tips" }).locator("a")).toHaveCount(tips.length);
  await page.getByRole("heading", { name: "Keep a record" }).waitFor();
  expect(await page.locator("nav[aria-label=Learn] [aria-current]").textContent()).toBe("Bankroll Tips");
});

async function expectBelowTheBar(page: Page, term: string): Promise<void> {
  const heading = page.getByRole("heading", { name: term, exact: true });
  await see(heading).toBeInViewport();
  const bar = await page.getByRole("banner").boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
}

test.each(visits)("staff preview, save and dismiss the banner, $mode", async ({ scripts, viewport }) => {
  const page = await stage.open("/admin/learn", { as: admin, scripts, viewport });
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
  await page.getByRole("link", { name: "Okay" }).click();
  await page.getByRole("main").getByText("Content saved successfully!").waitFor({ state: "detached" });
  expect(await (await member.call("GET", "/api/tips")).json()).toEqual(["## One\nfirst", "- second"]);
});

test("Preview and Save keep the focus and the text's scroll position, and a preview follows what is typed", async () => {
  const page = await editor();
  const form = page.getByRole("form", { name: "Glossary" });
  const [text, preview, save] = [
    form.getByRole("textbox"),
    form.getByRole("button", { name: "Preview" }),
    form.getByRole("button", { name: "Save Glossary" }),
  ];
  const version = await form.locator("[name=version]").inputValue();
  await text.fill([...glossary, "## More\n"].join("\n---\n"));
  const scrolled = await text.evaluate((area) => {
    area.scrollTop = 200;
    return area.scrollTop;
  });
  await preview.press("Enter");
  await form.getByText(`Preview: ${glossary.length + 1} entries`).waitFor();
  await see(preview).toBeFocused();
  await save.press("Enter");
  await see(form.locator("[name=version]")).not.toHaveValue(version);
  await see(page.getByRole("main").getByText("Content saved successfully!")).toBeVisible();
  await see(form.getByText("Preview: ")).toHaveCount(0);
  await see(save).toBeFocused();
  expect([scrolled, await text.evaluate((area) => area.scrollTop)]).toEqual([200, 200]);
  await page.getByRole("link", { name: "Okay" }).press("Enter");
  await see(page.getByRole("heading", { level: 1 })).toBeFocused();
  await preview.click();
  await see(form.getByText(`Preview: ${glossary.length + 1} entries`)).toBeVisible();
  await text.fill("## Only");
  await see(form.getByText("Preview: 1 entry, not saved yet")).toBeVisible();
  expect(pathOf(page)).toBe("/admin/learn");
});

test("saving one list also loads another editor's changes to the untouched list", async () => {
  const page = await editor();
  const [terms, advice] = [
    page.getByRole("form", { name: "Glossary" }),
    page.getByRole("form", { name: "Bankroll Tips" }),
  ];
  const saveWhileOtherChanges = async (mine: string, theirs: string) => {
    await admin.call("POST", "/api/learn", { type: "tip", content: theirs });
    await terms.getByRole("textbox").fill(mine);
    await terms.getByRole("button", { name: "Save Glossary" }).click();
    await see(advice.getByRole("textbox")).toHaveValue(theirs);
    await see(terms.getByRole("textbox")).toHaveValue(mine);
  };
  await saveWhileOtherChanges("## Mine", "Their tip");
  await saveWhileOtherChanges("## Mine too", "Their other tip");
  const version = await advice.locator("[name=version]").inputValue();
  await advice.getByRole("textbox").fill("My tip");
  await advice.getByRole("button", { name: "Save Bankroll Tips" }).click();
  await see(advice.locator("[name=version]")).not.toHaveValue(version);
  await saveWhileOtherChanges("## Mine again", "Their third tip");
});

test("a saved list can be saved again, also with decomposed Unicode letters", async () => {
  const page = await editor();
  const form = page.getByRole("form", { name: "Glossary" });
  for (const text of ["## Cafe\u0301 odds", "## Cafe\u0301 odds\n---\n## More"]) {
    await form.getByRole("textbox").fill(text);
    await form.getByRole("button", { name: "Save Glossary" }).click();
    await page.getByRole("link", { name: "Okay" }).click();
    await page.getByRole("main").getByText("Content saved successfully!").waitFor({ state: "detached" });
  }
  const saved: { glossary: string[] } = await (await member.call("GET", "/api/learn")).json();
  expect(saved.glossary).toEqual(["## Caf\u00e9 odds", "## More"]);
});

test("saving one list keeps unsaved text in the other, whose conflict is still found", async () => {
  const page = await editor();
  const [terms, advice] = [
    page.getByRole("form", { name: "Glossary" }),
    page.getByRole("form", { name: "Bankroll Tips" }),
  ];
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
});

test("a conflict in a long list shows only the entries that differ", async () => {
  const page = await stage.open("/admin/learn", { scripts: true, as: admin, viewport: phone });
  const form = page.getByRole("form", { name: "Glossary" });
  const [, second = "", ...rest] = glossary;
  const theirs = [`## Theirs\n${"It is long. ".repeat(60)}`.trim(), second, ...rest];
  await admin.call("POST", "/api/learn", { type: "glossary", content: theirs });
  await form.getByRole("textbox").fill([`## Mine\nIt is short.`, ...glossary.slice(1)].join("\n---\n"));
  await form.getByRole("button", { name: "Save Glossary" }).click();
  await form.getByText("Somebody else changed this list").waitFor();
  expect(await form.locator(".theirs dt").allTextContents()).toEqual([
    "Only in the saved list: 1",
    "Only in your list: 1",
  ]);
  expect(await form.locator(".theirs dd").allTextContents()).toEqual([
    expect.stringMatching(/^## Theirs.*…## Theirs.*It is long\.$/s),
    "## Mine\nIt is short.",
  ]);
  expect((await form.locator(".theirs").boundingBox())?.height).toBeLessThan(400);
  await form.locator(".theirs summary").click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole("textbox").fill(theirs.toReversed().join("\n---\n"));
  await admin.call("POST", "/api/learn", { type: "glossary", content: [second, ...theirs.slice(0, 1), ...rest] });
  await form.getByRole("button", { name: "Save Glossary" }).click();
  await form.getByText("Both have the same entries, maybe in another order.").waitFor();
});

test("a browser shows injection attempts as text and safe links", async () => {
  await admin.call("POST", "/api/learn", {
    type: "glossary",
    content: attacks.filter((text) => !text.includes("\u0001")),
  });
  const page = await stage.enter({ scripts: true, as: member });
  const dialogs: string[] = [];
  page.on("dialog", async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  await go(page, "/learn");
  const found = await page.locator(".prose *").evaluateAll((elements) =>
    elements.map((element) => ({
      tag: element.localName,
      attributes: element.getAttributeNames(),
      protocol: element instanceof HTMLAnchorElement ? element.protocol : "",
      host: element instanceof HTMLAnchorElement ? element.host : "",
    })),
  );
  expect(found.filter(({ tag }) => !allowedTags.includes(tag))).toEqual([]);
  expect(new Set(found.flatMap(({ attributes }) => attributes))).toEqual(new Set(["href", "rel"]));
  expect(new Set(found.map(({ protocol }) => protocol))).toEqual(new Set(["", "https:", "http:", "mailto:"]));
  expect(found.filter(({ host }) => host.includes("evil"))).toEqual([]);
  expect(dialogs).toEqual([]);
});

function editor(): Promise<Page> {
  return stage.open("/admin/learn", { scripts: true, as: admin });
}
