/** Opens each page once, on a phone, and asks it everything. How it looks while it arrives in parts, movement.test.ts tells. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/app/app.ts";
import { go } from "../support/app/stage.ts";
import { browserWith, loadAxeWithEachPage, openPage, phone } from "../support/pages/browser.ts";
import { watchLayoutShifts } from "../support/pages/layout-shift.ts";
import { type Question, type Visit, questions } from "./questions.ts";
import { type FullSite, useFullSite } from "./site.ts";

export function walkAs(personOf: (site: FullSite) => Client | undefined, paths: readonly string[]): void {
  const site = useFullSite();
  let walker: Walker;
  beforeAll(async () => {
    walker = await newWalker(site.stage.app.origin, personOf(site));
  });
  afterAll(() => walker.page.context().close());

  test.each(paths)("%s", async (listed) => {
    const path = site.filledIn(listed);
    const { page, problems } = walker;
    await go(page, path);
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(path);
    const found = await askAll(walker, questions);
    await page
      .locator("summary:visible")
      .evaluateAll((all) => all.forEach((summary) => summary instanceof HTMLElement && summary.click()));
    expect({ ...found, problems: problems.splice(0) }).toEqual({ problems: [] });
  });
}

interface Walker extends Visit {
  /** Errors on its console and violations of the policy so far. */
  problems: string[];
}

/** A page that walks from address to address, as wide as a phone. */
export async function newWalker(origin: string, as: Client | undefined): Promise<Walker> {
  const { page, problems } = await openPage(await browserWith(), {
    origin,
    ...(as ? { as } : {}),
    viewport: phone,
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.exposeFunction("reportViolation", (directive: string) => problems.push(`policy: ${directive}`));
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.effectiveDirective))",
  );
  await watchLayoutShifts(page);
  await loadAxeWithEachPage(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  return { page, session, problems };
}

/** The problems, by question. */
export async function askAll(visit: Visit, all: Readonly<Record<string, Question>>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, ask] of Object.entries(all)) {
    const answers = await ask(visit);
    if (answers.length > 0) found[name] = answers;
  }
  return found;
}
