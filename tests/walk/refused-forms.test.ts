/** Every form's answer to what it can't take: its messages and marks, for all people and in both themes. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app/use-app.ts";
import { hydrated } from "../support/pages/browser.ts";
import { fillSite, refusedForms } from "../support/pages/every-page.ts";
import { questionsAfterErrors } from "./questions.ts";
import { askAll, newWalker } from "./walk.ts";

const app = useApp();
let walkers: Readonly<Record<(typeof refusedForms)[number][0], Awaited<ReturnType<typeof newWalker>>>>;
beforeAll(async () => {
  const { visitor, user, superadmin } = await fillSite(app);
  walkers = {
    visitor: await newWalker(app.origin, visitor),
    user: await newWalker(app.origin, user),
    superadmin: await newWalker(app.origin, superadmin),
  };
});
afterAll(() => Promise.all(Object.values(walkers).map(({ page }) => page.context().close())));

test.each(refusedForms)("a %s's form on %s with %o", async (who, path, fields) => {
  const walker = walkers[who];
  await walker.page.goto("/robots.txt");
  const answer = await post(walker.page, path, fields);
  expect(answer).toBeGreaterThanOrEqual(400);
  await hydrated(walker.page);
  expect({ ...(await askAll(walker, questionsAfterErrors)), problems: walker.problems.splice(0) }).toEqual({
    problems: [],
  });
});

/** Sends the form like a browser without scripts. Returns the answer's status. */
async function post(page: Page, path: string, fields: Readonly<Record<string, unknown>>): Promise<number> {
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.evaluate(
    ([action, entries]) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action });
      for (const [name, value] of entries) form.append(Object.assign(document.createElement("input"), { name, value }));
      document.body.append(form);
      form.submit();
    },
    [path, Object.entries(fields).map(([name, value]) => [name, String(value)] as const)] as const,
  );
  return (await answer).status();
}
