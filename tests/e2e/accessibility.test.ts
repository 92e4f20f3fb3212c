import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../support/affiliates.ts";
import type { Client } from "../support/app.ts";
import { accessibilityProblems, desktop, hydrated, phone, scrollsSideways } from "../support/browser.ts";
import { field, go, publish, see, useStage } from "../support/stage.ts";

const stage = useStage();
const narrow = { width: 320, height: 640 } as const;
const long = "Somebody-wrote-a-name-without-a-single-blank-that-is-far-longer-than-any-phone-is-wide +2.5";
let member: Client;
let admin: Client;
let openId: number;

beforeAll(async () => {
  [member, admin] = await Promise.all([stage.app.signedIn("user"), stage.app.signedIn("superadmin")]);
  for (const stream of ["picks", "propicks"] as const) {
    openId = await publish(admin, { pick: long, game: long, tag: "Manual Edge" }, stream);
    await publish(admin, { sport: "Golf", sim_confidence: "", game_date: "", time: "" }, stream);
    for (let index = 0; index < 6; index += 1) {
      await publish(admin, { pick: index === 0 ? long : `Pick ${index}`, verdict: index % 2 ? "✅" : "❌", units_result: index % 2 ? "1.36" : "-1.25", beat_clv: ["", "✅", "❌"][index % 3], closing_line: "-110" }, stream);
    }
  }
  openId = await publish(admin, { pick: "Openly open" });
  const { id } = await stage.app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  await stage.app.db.insertInto("unsubscribe_tokens").values({ user_id: id, token: "of-a-member-padded-to-at-least-forty-characters" }).execute();
  await createDueAffiliate(stage.app.db, long);
  await createAffiliateRequest(stage.app.db, { name: long, remarks: long });
});

/** Nothing for axe to find on a wide screen or a phone, and no sideways scroll on the smallest. */
async function seesNoProblem(page: Page, viewports: readonly { width: number; height: number }[] = [desktop, phone]): Promise<void> {
  // What scrolls away from under the pointer would change its colour while it is looked at.
  await page.mouse.move(0, 0);
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    // Half below the sticky bar, any control would be too small a target.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    expect({ viewport, problems: await accessibilityProblems(page) }).toEqual({ viewport, problems: [] });
  }
  await page.setViewportSize(narrow);
  expect(await scrollsSideways(page)).toBe(false);
}

/** With a line so slow that a document comes, and is painted, in pieces. */
async function inPieces(page: Page, visit: () => Promise<unknown>): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const free = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", { ...free, downloadThroughput: 8_000 });
  await visit();
  await line.send("Network.emulateNetworkConditions", free);
  await line.detach();
}

function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => new Promise<number>((resolve) => {
    let total = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += "value" in entry && typeof entry.value === "number" ? entry.value : 0;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
  }));
}

/** In the browser: what moves while a document is written into the page, up to each end of more than a word, and painted there. Its scripts stay out. */
async function shiftsOfParts(markup: string): Promise<string[]> {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const nonce = document.querySelector("style")?.nonce ?? "";
  const still = markup.replace(/<script[^]*?<\/script>/g, "").replace(/ nonce="[^"]*"/g, ` nonce="${nonce}"`);
  const start = still.indexOf("<main");
  const parts = [still.slice(0, start), ...(still.slice(start).match(/[^]*?<\/(?:a|button|d[dlt]|div|footer|form|h\d|li|p|section|svg)>(?!<\/|<span|[^<])/g) ?? [])];
  const shifts: string[] = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => JSON.stringify(entry)))).observe({ type: "layout-shift" });
  document.open();
  for (const part of parts) {
    document.write(part);
    await painted();
  }
  document.close();
  await painted();
  return shifts;
}

const affiliatePages = ["/admin/affiliates", "/admin/affiliates/new", "/admin/affiliates/1/edit", "/admin/affiliates/1/delete", "/admin/affiliates/1/renew", "/admin/affiliates/requests/1/dismiss", "/admin/affiliates/payouts", "/admin/affiliates/payouts/confirm?pay_1=980"];
const visitorPages = [
  "/", "/pricing", "/affiliate-signup", "/terms", "/privacy", "/responsible-gaming", "/login", "/admin-login",
  "/signup?payment_success=true", "/signup?payment_success=no", "/forgot-password", "/verify-otp", "/login-code", "/unsubscribe/of-a-member-padded-to-at-least-forty-characters", "/logout", "/nothing-here",
];
const memberPages = ["/dashboard", "/dashboard?sport=UFC", "/history", "/history?range=yesterday&sport=MLB", "/propicks", "/propicks-history?page=2", "/nothing-here"];
const staffPages = ["/admin", "/admin/propicks", "/admin/picks/ID", "/admin/picks/ID/delete", "/admin/sidebar", "/admin/users", "/admin/users/1", "/admin/users/2", "/admin/users/1/delete", "/admin/users/2/two-factor", ...affiliatePages];

describe("on a phone whose reader has set text to twice its size", () => {
  const enlarged = async (path: string, as?: Client) => {
    const page = await stage.enter({ scripts: true, alone: true, viewport: phone, ...(as ? { as } : {}) });
    const line = await page.context().newCDPSession(page);
    await line.send("Page.enable");
    await line.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await go(page, path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    return page;
  };

  test.each(["/", "/pricing", "/terms", "/signup?payment_success=true"])("the visitor's page %s is no wider than the screen", async (path) => {
    expect(await scrollsSideways(await enlarged(path))).toBe(false);
  });

  test.each(["/dashboard", "/history", "/profile", "/learn"])("the member's page %s is no wider than the screen", async (path) => {
    expect(await scrollsSideways(await enlarged(path, member))).toBe(false);
  });

  test("a verdict and its result stand one below the other, and neither over Details", async () => {
    const page = await enlarged("/history", member);
    const card = page.locator(".settled").last();
    const boxes = await Promise.all(["h2", ".res", "summary"].map((part) => card.locator(part).boundingBox()));
    const [verdict, result, details] = boxes.map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
    expect([Number(result?.top) >= Number(verdict?.bottom), Number(details?.top) >= Number(result?.bottom)]).toEqual([true, true]);
  });
});

describe.each(["dark", "light"] as const)("a visitor's page in the %s theme", (theme) => {
  const open = async (path: string) => {
    const page = await stage.enter({ scripts: true });
    // As the settings page leaves it: JSON in Base64.
    await page.context().addCookies([{ name: "display-mode", value: btoa(JSON.stringify(theme)), url: stage.app.origin }]);
    await go(page, path);
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    return page;
  };

  test.each(visitorPages)("%s has no accessibility problem", async (path) => seesNoProblem(await open(path)));

  test("the form for affiliates has none either when it was refused, or was taken", async () => {
    const page = await open("/affiliate-signup");
    await field(page, "Full Name").fill("Robin Sample");
    await field(page, "Email").fill("robin@partner.example");
    await field(page, "Phone").fill("123");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await seesNoProblem(page);
    await field(page, "Phone").fill("555-010-4477");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.getByRole("main").getByText("Thank you.")).toBeVisible();
    await seesNoProblem(page);
  });
});

describe.each(["dark", "light"] as const)("in the %s theme", (theme) => {
  beforeAll(() => stage.app.db.updateTable("users").set({ display_mode: theme }).execute());

  test.each(memberPages)("the member's page %s has no accessibility problem", async (path) => {
    const page = await stage.open(path, { scripts: true, as: member });
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    await seesNoProblem(page);
  });

  test.each(staffPages)("the staff page %s has no accessibility problem", async (path) => {
    await seesNoProblem(await stage.open(path.replace("ID", String(openId)), { scripts: true, as: admin }));
  });

  test("a drawer, a menu, a sheet and open details have none either", async () => {
    const page = await stage.open("/history", { scripts: true, as: member });
    await page.getByRole("button", { name: "Jordan Test" }).click();
    await see(page.getByRole("button", { name: "Logout" })).toBeVisible();
    await page.getByText("Details").first().click();
    await seesNoProblem(page, [desktop]);
    await page.setViewportSize(phone);
    for (const name of ["Menu", "🔍 Search", "📊 Stats"]) {
      await page.getByRole("button", { name, exact: true }).press("Enter");
      await see(page.locator(":popover-open")).toHaveCount(1);
      await seesNoProblem(page, [phone]);
      await page.setViewportSize(phone);
    }
  });

  test("an affiliate's links have none either, open in the middle of the page", async () => {
    const page = await stage.open("/admin/affiliates", { scripts: true, as: admin });
    await page.getByRole("button", { name: /^Links/ }).first().click();
    await see(page.getByLabel("Partner page", { exact: true })).toBeVisible();
    await seesNoProblem(page);
  });

  test("a form with errors and one with two versions have none either", async () => {
    const page = await stage.open(`/admin/picks/${openId}`, { scripts: true, as: admin });
    await field(page, "Game date").fill("tomorrow");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await seesNoProblem(page);
    await admin.call("PUT", `/api/picks/${openId}`, { time: `At ${theme}` });
    await field(page, "Game date").fill("11/21/2026");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.getByText("Saved now: time")).toBeVisible();
    await seesNoProblem(page);
  });
});

test.each(["/", "/dashboard", "/history", "/my-card", "/login"])("nothing of %s moves on a phone as its document comes, part by part", async (path) => {
  const page = await stage.open("/nothing-here", { scripts: true, as: admin, viewport: phone });
  const document = await (await page.request.get(path, { headers: { accept: "text/html" } })).text();
  expect(await page.evaluate(shiftsOfParts, document)).toEqual([]);
});

describe.each([phone, desktop])("at $width wide", (viewport) => {
  test("nothing moves while a page loads and the scripts take over", async () => {
    const page = await stage.enter({ scripts: true, as: admin, viewport });
    const shifts: Record<string, number> = {};
    for (const path of ["/", "/pricing", "/affiliate-signup", "/terms", "/login", "/signup?payment_success=true", "/forgot-password", "/dashboard", "/history", "/propicks-history", "/admin", "/admin/sidebar", "/admin/users", "/admin/users/1/delete", "/admin/affiliates", "/admin/affiliates/payouts"]) {
      await inPieces(page, () => page.goto(path, { waitUntil: "domcontentloaded" }));
      await hydrated(page);
      shifts[path] = await layoutShiftOf(page);
    }
    expect(Object.entries(shifts).filter(([, shift]) => shift > 0)).toEqual([]);
  });

  test("every place that the keyboard reaches shows that it has the focus", async () => {
    const page = await stage.open("/admin", { scripts: true, as: admin, viewport });
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press("Tab");
      await see(page.locator(":focus-visible")).toHaveCSS("outline-width", "2px");
    }
  });

  test("every control is at least 24 pixels high", async () => {
    const page = await stage.open("/history", { scripts: true, as: member, viewport });
    const small = await page.locator("main :is(a, button, select, input, summary):visible").evaluateAll((controls) =>
      controls.map((control) => ({ control: control.textContent, height: control.getBoundingClientRect().height })).filter(({ height }) => height < 24));
    expect(small).toEqual([]);
  });
});

test("pages without picks have no accessibility problem", async () => {
  await stage.app.db.deleteFrom("picks").execute();
  await stage.app.db.deleteFrom("pick_days").execute();
  for (const path of ["/dashboard", "/history", "/propicks-history"]) await seesNoProblem(await stage.open(path, { scripts: true, as: member }));
  await seesNoProblem(await stage.open("/admin", { scripts: true, as: admin }));
});
