import { expect, test } from "vitest";
import { phone } from "../../support/pages/browser.ts";
import { publish, see, useSite } from "../../support/app/stage.ts";

const { app, browser } = useSite();

test("with Save-Data a page loads no scripts, and filters and forms still work", async () => {
  await publish(await app.signedIn("admin"), { pick: "Bulls +3.5", sport: "NBA" });
  const context = await browser().newContext({ baseURL: app.origin, viewport: phone });
  // Unlike extraHTTPHeaders this also applies to redirects of forms.
  await context.route("**/*", (route) =>
    route.continue({ headers: { ...route.request().headers(), "save-data": "on" } }),
  );
  const member = await app.signedIn("user");
  await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: app.origin })));
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/dashboard");
  await page.getByLabel("Sport").selectOption("NBA");
  await page.getByRole("button", { name: "Apply" }).click();
  await see(page).toHaveURL(/sport=NBA/);
  await page.getByRole("button", { name: /Add to/ }).click();
  await page.goto("/my-card");
  await see(page.getByText("Bulls +3.5")).toBeVisible();
  expect(scripts).toEqual([]);
  await context.close();
});
