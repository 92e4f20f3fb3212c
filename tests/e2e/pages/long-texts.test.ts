/** Texts of maximum length, with and without blanks: they wrap and hide nothing. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { createAffiliate, createAffiliateRequest } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { phone, scrollsSideways } from "../../support/pages/browser.ts";
import { createUser } from "../../support/database/factories.ts";
import { field, go, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const ordinary = "Shai Gilgeous-Alexander over 31.5 points, rebounds and assists (-115) at home to the Nuggets!";
const address = `${"m".repeat(64)}@${"w".repeat(60)}.example`;
const unbroken = {
  pick: "W".repeat(200),
  game: "M".repeat(200),
  time: "7".repeat(40),
  closing_line: "1".repeat(40),
  odds: "-100000",
  book: "B".repeat(60),
  playable_to: "P".repeat(40),
};
const settled = { verdict: "✅", beat_clv: "✅" };

let staff: Client;
beforeAll(async () => {
  staff = await stage.app.signedIn("superadmin");
});

function openAt(path: string, width: number, as = staff): Promise<Page> {
  return stage.open(path, { scripts: true, as, viewport: { width, height: 800 } });
}

function hiddenWidths(page: Page): Promise<Record<string, number>> {
  return page
    .locator(".scroll")
    .evaluateAll((regions) =>
      Object.fromEntries(
        regions.map((region) => [region.getAttribute("aria-label"), region.scrollWidth - region.clientWidth]),
      ),
    );
}

function linesOf(page: Page, text: string): Promise<number> {
  return page
    .getByRole("cell")
    .or(page.getByRole("rowheader"))
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
    });
}

test("a long pick hides no buttons in staff tables and wraps no figures", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  for (const more of [{}, settled])
    for (const texts of [
      { pick: "Knicks +2.5", closing_line: "-110", units_result: "1.36" },
      { pick: ordinary },
      unbroken,
    ])
      await publish(staff, { ...texts, ...more });
  const page = await openAt("/admin/picks", 768);
  expect(await hiddenWidths(page)).toMatchObject({ "Unresolved table": 0 });
  expect(await linesOf(page, "Knicks +2.5")).toBe(1);
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await hiddenWidths(page)]).toEqual([width, { "Unresolved table": 0, "Resolved table": 0 }]);
    for (const text of ["Knicks +2.5", "57.6", "+1.36 U"])
      expect([width, text, await linesOf(page, text)]).toEqual([width, text, 1]);
  }
});

test("texts without blanks do not make a page scroll sideways on a phone", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  const id = await publish(staff, unbroken);
  await publish(staff, { ...unbroken, ...settled });
  const page = await openAt("/dashboard", phone.width);
  for (const path of ["/dashboard", "/history", "/admin/picks", `/admin/picks/${id}/delete`]) {
    await go(page, path);
    await see(page.getByText(unbroken.pick).first()).toBeVisible();
    expect([path, await scrollsSideways(page), await hiddenWidths(page)]).toEqual([
      path,
      false,
      path === "/admin/picks" ? { "Unresolved table": 0, "Resolved table": 0 } : expect.anything(),
    ]);
  }
});

test("an affiliate's long email does not move the row's buttons", async () => {
  const id = await createAffiliate(stage.app.db);
  const page = await openAt("/admin/affiliates", 1280);
  const before = await hiddenWidths(page);
  await stage.app.db.updateTable("affiliates").set({ email: address }).where("id", "=", id).execute();
  for (const width of [1280, phone.width]) {
    await page.setViewportSize({ width, height: 800 });
    await go(page, "/admin/affiliates");
    expect([width, await hiddenWidths(page), await scrollsSideways(page)]).toEqual([
      width,
      width === 1280 ? before : { "Affiliates table": 0, "Clicks, signups and purchases": 0 },
      false,
    ]);
  }
});

test("a notice with a long name wraps", async () => {
  const name = "W".repeat(55);
  await createAffiliateRequest(stage.app.db, { name });
  const page = await openAt("/admin/affiliates", phone.width);
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  await see(statusMessage(page, `${name} is now an affiliate.`)).toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);
});

test("a long name in an account's audit trail wraps", async () => {
  const { id } = await createUser(stage.app.db, { role: "superadmin", name: "W".repeat(100), email: address });
  const own = await stage.app.signedIn("superadmin");
  await stage.app.db
    .insertInto("audit")
    .values({
      at: "2026-11-20T13:05:00.000Z",
      actor_id: id,
      action: "user.changed",
      subject: "user",
      subject_id: id,
      before: JSON.stringify({ name: "M".repeat(100) }),
      after: JSON.stringify({ name: "W".repeat(100) }),
    })
    .execute();
  const page = await openAt(`/admin/users/${id}`, 1280, own);
  for (const width of [1280, phone.width]) {
    await page.setViewportSize({ width, height: 800 });
    await see(page.getByRole("region", { name: "Audit trail table" })).toContainText("M".repeat(40));
    expect([width, await hiddenWidths(page), await scrollsSideways(page)]).toEqual([
      width,
      { "Audit trail table": 0 },
      false,
    ]);
    expect(await linesOf(page, "User changed")).toBe(1);
  }
});

test("another editor's text in a conflict wraps", async () => {
  const page = await openAt("/admin/sidebar", phone.width);
  await staff.call("POST", "/api/sidebar", { results: "", notes: "M".repeat(300), next: "" });
  await field(page, "AI Notes").fill("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await see(page.getByText("M".repeat(300), { exact: true })).toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);
});
