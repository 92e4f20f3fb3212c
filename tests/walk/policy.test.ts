/** Text from users never runs, with or without the content security policy; that no page violates it, the walk tells. */
import { expect, test } from "vitest";
import { browserWith, hydrated, openPage } from "../support/pages/browser.ts";
import { useFullSite } from "./site.ts";

const { stage, member, admin, filledIn } = useFullSite();

test("a forbidden script, style or image is blocked and reported to these tests", async () => {
  const { page, context } = await openPage(await browserWith(), { origin: stage.app.origin });
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (directive: string) => violations.push(directive));
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.effectiveDirective))",
  );
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
  const { origin } = stage.app;
  const context = await (await browserWith()).newContext({ baseURL: origin, bypassCSP: true });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(dialog.message());
    return dialog.dismiss();
  });
  page.on("request", (request) => new URL(request.url()).origin === origin || seen.push(request.url()));
  for (const [person, paths] of [
    [member(), ["/learn", "/learn?tab=tips", "/dashboard", "/propicks", "/history", "/my-card"]],
    [
      admin(),
      [
        "/admin/picks",
        "/admin/users",
        "/admin/affiliates",
        "/admin/users/1",
        "/admin/learn",
        "/admin/sidebar",
        filledIn("/partners/TOKEN"),
      ],
    ],
  ] as const) {
    await context.clearCookies();
    await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: origin })));
    for (const path of paths) {
      await page.goto(path);
      await hydrated(page);
      expect(await page.locator("[onerror], [onload], [onclick], main script, img[src=x]").count()).toBe(0);
    }
  }
  expect(seen).toEqual([]);
  await context.close();
});
