/** The content security policy: no page violates it, and text from users never runs, with or without it. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { createAffiliateRequest, createDueAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { hydrated, openPage } from "../../support/pages/browser.ts";
import { builtRoutes } from "../../support/app/built-routes.ts";
import { createUser } from "../../support/database/factories.ts";
import { attacks } from "../../support/markdown-attacks.ts";
import { publish } from "../../support/database/picks.ts";
import { go, useSite } from "../../support/app/stage.ts";

const { app, browser } = useSite({ TRUST_PROXY: "1" });
let staff: Client;
let member: Client;
const samples: Record<string, string> = {};
const attack = "<img src=x onerror=alert(1)><script>alert(1)</script>\" onload=\"alert(1)' style='color:red";
beforeAll(async () => {
  [staff, member] = [await app.signedIn("superadmin"), await app.signedIn("user")];
  const pick = await publish(staff, { game: attack, pick: attack, time: "<b onclick=alert(1)>" });
  samples.pick = String(pick);
  samples.propick = String(await publish(staff, { game: attack }, "/api/propicks"));
  for (const stream of ["/api/picks", "/api/propicks"])
    await publish(staff, { game: attack, verdict: "✅", units_result: "1.2" }, stream);
  await member.call("POST", "/api/member-picks", { pick_id: pick });
  samples.user = String((await createUser(app.db, { name: attack })).id);
  samples.affiliate = String(await createDueAffiliate(app.db, attack));
  samples.request = String(await createAffiliateRequest(app.db, { name: attack, remarks: attack }));
  const { page_token } = await app.db.selectFrom("affiliates").select("page_token").executeTakeFirstOrThrow();
  await app.db
    .insertInto("unsubscribe_tokens")
    .values({ user_id: Number(samples.user), token: "of-a-member-padded-to-at-least-forty-characters" })
    .execute();
  Object.assign(samples, { partners: page_token, unsubscribe: "of-a-member-padded-to-at-least-forty-characters" });
  await staff.call("POST", "/api/sidebar", { results: attack, notes: attack, next: attack });
  await staff.call("POST", "/api/learn", {
    type: "glossary",
    content: attacks.filter((text) => !text.includes("\u0001")),
  });
  await staff.call("POST", "/api/learn", { type: "tip", content: [attack] });
});

const pages = builtRoutes()
  .filter(({ id, isApi }) => !isApi && !id.endsWith("csv"))
  .map(({ path }) => path);

test.each([
  ["the staff", () => staff, (path: string) => path.startsWith("/admin")],
  ["a member", () => member, (path: string) => !path.startsWith("/admin")],
  ["a visitor", () => app.client(), (path: string) => !path.startsWith("/admin")],
] as const)("no page that %s can open violates the policy or logs an error", async (_who, clientOf, canOpen) => {
  const client = clientOf();
  const { page, context, problems } = await openPage(browser(), { origin: app.origin, as: client });
  const violations = await collectViolations(page);
  let opened = 0;
  for (const path of pages.filter(canOpen).map(withSampleIds)) {
    if ((await client.fetch(path, { method: "HEAD" })).headers.has("location")) continue;
    await go(page, path);
    await page
      .locator("summary:visible")
      .evaluateAll((all) => all.forEach((summary) => summary instanceof HTMLElement && summary.click()));
    opened += 1;
    const complaint = problems.splice(0);
    expect([path, violations.splice(0), complaint]).toEqual([path, [], []]);
  }
  expect(opened).toBeGreaterThan(15);
  await context.close();
});

test("a forbidden script, style or image is blocked and reported to these tests", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin });
  const violations = await collectViolations(page);
  await page.goto("/");
  await page.evaluate(() => {
    const script = Object.assign(document.createElement("script"), { textContent: "document.title = 'ran'" });
    document.body.append(script, Object.assign(document.createElement("img"), { src: "https://evil.test/x.png" }));
    document.body.setAttribute("style", "color: red");
  });
  await expect.poll(() => new Set(violations)).toEqual(new Set(["script-src-elem", "img-src", "style-src-attr"]));
  expect(await page.title()).not.toBe("ran");
  await context.close();
});

test("even without the policy no text from users runs or requests another origin", async () => {
  const context = await browser().newContext({ baseURL: app.origin, bypassCSP: true });
  await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: app.origin })));
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(dialog.message());
    return dialog.dismiss();
  });
  page.on("request", (request) => new URL(request.url()).origin === app.origin || seen.push(request.url()));
  for (const path of ["/learn", "/learn?tab=tips", "/dashboard", "/propicks", "/history", "/my-card"]) {
    await page.goto(path);
    await hydrated(page);
  }
  await context.clearCookies();
  await context.addCookies([...staff.cookies].map(([name, value]) => ({ name, value, url: app.origin })));
  for (const path of [
    "/admin/picks",
    "/admin/users",
    "/admin/affiliates",
    `/admin/users/${samples.user}`,
    "/admin/learn",
    "/admin/sidebar",
    `/partners/${samples.partners}`,
  ]) {
    await page.goto(path);
    await hydrated(page);
    expect(await page.locator("[onerror], [onload], [onclick], main script, img[src=x]").count()).toBe(0);
  }
  expect(seen).toEqual([]);
  await context.close();
});

async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (directive: string) => violations.push(directive));
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.effectiveDirective))",
  );
  return violations;
}

function withSampleIds(path: string): string {
  const [, row = "pick"] = /\/(propick|user|affiliate|request|partners|unsubscribe)s?\/\$/.exec(path) ?? [];
  const query = path === "/signup" ? "?payment_success=true" : "";
  return `${path.replace(/\$\w+/, samples[row] ?? "1").replace(/\$$/, "nowhere")}${query}`;
}
