/** The check in a visitor's browser: its states, beside the forgeries of tampering.test.ts. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { desktop, expectAccessible, phone } from "../../support/pages/browser.ts";
import { futureDate } from "../../support/database/factories.ts";
import { field, publish, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
let head = "";
let headAt = "";

beforeAll(async () => {
  const staff = await stage.app.signedIn("superadmin");
  await publish(staff, { game_date: futureDate(1), pick: "Knicks +2.5 (-110)" });
  const [seq, hash, at] = (await stage.app.client().text("/record/head.txt")).trim().split(" ");
  head = `${seq}:${hash}`;
  headAt = at ?? "";
});

const open = (viewport: typeof phone | typeof desktop = desktop, search = "") =>
  stage.open(`/record/verify${search}`, { scripts: true, viewport });
const checkEverything = (page: Page) => page.getByRole("button", { name: "Check everything" }).click();
const verdict = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("a head that a mail links to is found again, and the report is a file", async () => {
  const kept = `${head} ${headAt}`;
  const page = await open(phone, `?head=${encodeURIComponent(kept)}`);
  await see(field(page, "A fingerprint you saved (optional)")).toHaveValue(kept);
  await checkEverything(page);
  await see(verdict(page, "Intact")).toBeFocused();
  await see(page.getByRole("status").filter({ hasText: "up to entry 2, whose fingerprint was saved on" })).toHaveCount(
    1,
  );
  await see(field(page, "A fingerprint you saved (optional)")).toHaveValue(kept);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save the report" }).click(),
  ]);
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain(`Check of the record of ${stage.app.origin}\n`);
  expect(text).toContain("Intact: 2 entries, 1 pick, up to ");
  expect(text).toContain(`Fingerprint: ${head}\n`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Forget saved fingerprints" }).click();
  await see(page.getByText("Forgotten. The next check starts fresh.")).toBeVisible();
  await see(page.getByText("The fingerprint is saved")).toHaveCount(0);
  await see(page.getByRole("button", { name: "Forget saved fingerprints" })).toBeFocused();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("what is no head is named, and stays in its field", async () => {
  const page = await open();
  await field(page, "A fingerprint you saved (optional)").fill("516:9f2c");
  await checkEverything(page);
  await see(page.getByText("Paste the whole fingerprint")).toBeVisible();
  await see(field(page, "A fingerprint you saved (optional)")).toHaveValue("516:9f2c");
});

test("another head than the one served is the proof, as two lines", async () => {
  const page = await open();
  const other = `2:${"a".repeat(64)}`;
  await field(page, "A fingerprint you saved (optional)").fill(`Record so far: entry 2, ${other}, check it`);
  await checkEverything(page);
  await see(verdict(page, "Broken at entry 2")).toBeVisible();
  await see(page.getByRole("main")).toContainText(
    "This record was rewritten since entry 2, whose fingerprint you saved.",
  );
  await see(page.getByText(other, { exact: true })).toBeVisible();
  await see(page.getByText(head, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("waits while the server asks for it, can be stopped, and says when nothing answers", async () => {
  const page = await open();
  const ledger = /\/api\/record\/ledger/;
  await page.route(ledger, (route) => route.fulfill({ status: 429, headers: { "Retry-After": "30" }, body: "{}" }));
  await checkEverything(page);
  await see(page.getByText(/: the server asked us to wait, back in 30 s/)).toBeVisible();
  await see(page.getByText(/: the server asked us to wait, back in 29 s/)).toBeVisible();
  await see(page.getByRole("status").filter({ hasText: "Waiting: the server asked us to wait" })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await see(verdict(page, "Check everything in this browser")).toBeVisible();

  await page.unroute(ledger);
  await page.route(ledger, (route) => route.abort());
  await checkEverything(page);
  await see(page.getByRole("alert")).toContainText("The server didn't respond. That says nothing about the record.");

  await page.unroute(ledger);
  await page.route(ledger, (route) => route.fulfill({ contentType: "text/html", body: "<p>Wi-Fi login" }));
  await checkEverything(page);
  await see(page.getByRole("alert")).toContainText("The server did not send a ledger.");

  await page.unroute(ledger);
  await checkEverything(page);
  await see(verdict(page, "Intact")).toBeVisible();
});

test("says when its own code can't be loaded", async () => {
  const page = await open();
  await page.route(/\/build\/.*check-record/, (route) => route.abort());
  await page.getByRole("button", { name: "Take a copy" }).click();
  await see(page.getByText("The check could not be loaded. Reload the page and try again.")).toBeVisible();
  await checkEverything(page);
  await see(page.getByRole("alert")).toContainText("The check could not be loaded.");
  await page.unrouteAll();
});

test("keeps the head that another tab kept meanwhile", async () => {
  const page = await open();
  const other = { seq: 1, hash: "a".repeat(64), kept_at: null };
  await page.route(/\/api\/record\/ledger/, async (route) => {
    await page.evaluate((heads) => localStorage.setItem("record-heads", heads), JSON.stringify([other]));
    await route.continue();
  });
  await checkEverything(page);
  await see(verdict(page, "Intact")).toBeVisible();
  const kept = await page.evaluate(() => localStorage.getItem("record-heads"));
  expect(JSON.parse(kept ?? "")).toMatchObject([other, { seq: 2 }]);
  await page.unrouteAll();
});

test("a copy is checked here, without a word to the server", async () => {
  const page = await open(phone);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.getByRole("button", { name: "Take a copy" }).click();
  const copy = page.getByLabel(/^Entry \d+, your copy$/);
  await copy.fill((await copy.inputValue()).replace('"seq":2', '"seq":9'));
  await page.getByRole("button", { name: "Check my copy" }).click();
  await see(page.getByText(/^Entry 2 was changed: entry 2 is missing\./)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Put it back" }).click();
  await page.getByRole("button", { name: "Check my copy" }).click();
  await see(page.getByText("Intact: this is entry 2 as it was written.")).toBeVisible();
  expect(sent).toEqual([]);
});
