/** The questions to every page. A new question is one function more in `questions`. */
import type { CDPSession, Page } from "playwright";
import { axeProblems, desktop, phone, scrollsSideways } from "../support/pages/browser.ts";
import { layoutShiftsOf } from "../support/pages/layout-shift.ts";

/** An open page, as wide as a phone, in the dark theme, on which nothing moves. */
export interface Visit {
  page: Page;
  session: CDPSession;
}

/** Returns a line for each problem. It leaves the page as it found it. */
export type Question = (visit: Visit) => Promise<string[]>;

const widths = [phone.width, 320, 768, 1024, desktop.width] as const;
const usualTextSize = 16;

export const questions: Readonly<Record<string, Question>> = {
  "moves while it arrives": ({ page }) => layoutShiftsOf(page),
  "reads in another order than it shows": async ({ page }) => {
    await page.evaluate(layOutAll);
    return page.evaluate(orderProblems);
  },
  "breaks WCAG 2.2 AA on a phone": (visit) => inBothThemes(visit, axeFromTheTop),
  // The light theme's colours are the same there.
  "breaks WCAG 2.2 AA on a desktop": (visit) => at(desktop.width, visit, () => axeFromTheTop(visit.page)),
  "scrolls sideways": async ({ page }) => {
    const wide: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: phone.height });
      if (await scrollsSideways(page)) wide.push(`at ${width}`);
    }
    await page.setViewportSize(phone);
    return wide;
  },
  "scrolls sideways with double text size": async ({ page, session }) => {
    await setTextSize(session, 2 * usualTextSize);
    const isWide = await scrollsSideways(page);
    await setTextSize(session, usualTextSize);
    return isWide ? [`at ${phone.width}`] : [];
  },
};

/** The questions to an answer of a refused form: only its messages and marks are new. */
export const questionsAfterErrors = Object.fromEntries(
  Object.entries(questions).filter(([name]) => ["breaks WCAG 2.2 AA on a phone", "scrolls sideways"].includes(name)),
);

/** Scrolls to the top: an element that the sticky bar half covers would count as too small to press. */
async function axeFromTheTop(page: Page): Promise<string[]> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  return axeProblems(page);
}

async function at<R>(width: number, { page }: Visit, ask: () => Promise<R>): Promise<R> {
  await page.setViewportSize({ width, height: phone.height });
  const answer = await ask();
  await page.setViewportSize(phone);
  return answer;
}

/** The light one, which is an attribute of the page, is put on after the dark one. */
async function inBothThemes({ page }: Visit, ask: (page: Page) => Promise<string[]>): Promise<string[]> {
  const problems = await ask(page);
  await putOn(page, "light");
  problems.push(...(await ask(page)).map((problem) => `in the light theme, ${problem}`));
  await putOn(page, "dark");
  return problems;
}

function putOn(page: Page, theme: "dark" | "light"): Promise<void> {
  return page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
}

async function setTextSize(session: CDPSession, standard: number): Promise<void> {
  await session.send("Page.setFontSizes", { fontSizes: { standard } });
}

/** Also what is below the fold of the record, and the row at the bottom edge in its own place, for all questions that follow. */
function layOutAll(): void {
  for (const row of document.querySelectorAll<HTMLElement>(".edge")) row.style.position = "static";
  for (const section of document.querySelectorAll<HTMLElement>(".rec > section"))
    section.style.contentVisibility = "visible";
}

/** Runs in the page: in one column, a control must not stand above the one that is reached before it, except in its card. */
function orderProblems(): string[] {
  const isLaidOut = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
  const controls = Array.from(document.querySelectorAll("main :is(a[href], button, input, select, textarea, summary)"))
    .filter(isLaidOut)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1);
  return controls.flatMap(({ element, box }, index) => {
    const before = controls[index - 1];
    const card = element.closest("article");
    const isOutOfOrder = before !== undefined && box.bottom <= before.box.top;
    return isOutOfOrder && (card === null || card !== before.element.closest("article"))
      ? [`${element.outerHTML.slice(0, 120)} stands above ${before.element.outerHTML.slice(0, 120)}`]
      : [];
  });
}
