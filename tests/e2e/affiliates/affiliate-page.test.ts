import { beforeAll, describe, expect, test } from "vitest";
import { scrollsSideways } from "../../support/pages/browser.ts";
import { field, go, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
let path: string;
let link: string;

beforeAll(async () => {
  const { db, origin, signedIn } = stage.app;
  const staff = await signedIn("admin");
  const affiliate: { id: number; ref_code: string } = await (
    await staff.call("POST", "/api/affiliates", {
      name: "Courtside-Sample-with-a-name-that-is-longer-than-any-phone-is-wide",
      email: "partner@example.test",
    })
  ).json();
  const { page_token } = await db
    .selectFrom("affiliates")
    .select("page_token")
    .where("id", "=", affiliate.id)
    .executeTakeFirstOrThrow();
  [path, link] = [`/partners/${page_token}`, `${origin}/signup?ref=${affiliate.ref_code}`];
  const now = Date.now();
  for (const [index, daysAgo] of [1, 2, 40, 70, 71, 100].entries()) {
    const created_at = new Date(now - daysAgo * 86_400_000).toISOString();
    const { id } = await db
      .insertInto("referrals")
      .values({ affiliate_id: affiliate.id, user_id: null, outcome: "counted", created_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    const entry = { affiliate_id: affiliate.id, referral_id: id, price_cents: 4900, rate_percent: 20 };
    await db
      .insertInto("commissions")
      .values({ ...entry, kind: "purchase", amount_cents: 980, created_at })
      .execute();
    if (index > 3)
      await db
        .insertInto("commissions")
        .values({ ...entry, kind: "refund", amount_cents: -980, created_at: new Date(now).toISOString() })
        .execute();
  }
  for (const [outcome, visits] of [
    ["counted", 12_345],
    ["bot", 678],
    ["same-address", 9],
  ] as const) {
    await db
      .insertInto("affiliate_visits")
      .values({
        affiliate_id: affiliate.id,
        day: new Date(now - 2 * 86_400_000).toISOString().slice(0, 10),
        outcome,
        visits,
      })
      .execute();
  }
});

describe.each(visits)("an affiliate's own page $mode", ({ scripts, viewport }) => {
  test("shows the link in a field, the figures, the chart and its table", async () => {
    const page = await stage.open(path, { scripts, viewport });
    await see(field(page, "Your link")).toHaveValue(link);
    expect(await field(page, "Your link").evaluate((input) => input.hasAttribute("readonly"))).toBe(true);
    await see(page.getByText("Commission earned in all").locator("..")).toHaveText("Commission earned in all$39.20");
    await see(page.getByRole("row", { name: /^Clicks/ })).toContainText("12,345");
    await see(
      page.getByRole("img", {
        name: /^Commission by month from \w{3} \d{4} to \w{3} \d{4}: highest \$\d+\.\d\d in \w{3} \d{4}, lowest -?\$\d+\.\d\d in \w{3} \d{4}$/,
      }),
    ).toBeVisible();
    await see(page.getByRole("region", { name: "Table of months" }).getByRole("row")).toHaveCount(13);
    await see(page.getByRole("row", { name: "A bot or crawler 678 clicks" })).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    await see(page.getByRole("button", { name: "Copy" })).toBeVisible({ visible: scripts });
  });
});

describe("an affiliate's own page with scripts", () => {
  test("copies the link and confirms it, offers the months as a CSV download, and sends no Referer, because its URL is secret", async () => {
    const page = await stage.open(path, { scripts: true });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await see(page.getByRole("alert").filter({ hasText: "Copied link to clipboard!" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^affiliate-[2-9A-Z]{8}-months\.csv$/);
    expect(await download.failure()).toBeNull();
    const [request] = await Promise.all([
      page.waitForRequest((one) => /\/terms/.test(one.url())),
      page.getByRole("link", { name: "Terms" }).click(),
    ]);
    expect((await request.allHeaders()).referer).toBeUndefined();
    await see(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  });

  test("shows a not-found page for an old link", async () => {
    const page = await stage.open("/partners/renewed", { scripts: true });
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await see(page.getByText("Ask us for your current one.")).toBeVisible();
  });
});

describe("the Copy button of an affiliate's own page", () => {
  test("selects the link and explains what to do when the browser refuses", async () => {
    const page = await stage.enter({ scripts: true, alone: true });
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await go(page, path);
    await page.getByRole("button", { name: "Copy" }).click();
    await see(page.getByRole("alert").filter({ hasText: "Select the link and copy it yourself." })).toBeVisible();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(link);
  });
});
