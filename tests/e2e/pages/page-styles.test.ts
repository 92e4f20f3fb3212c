/** A page includes only the styles that it needs: the full style sheet must not change its look. */
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createPick } from "../../support/database/factories.ts";
import { desktop, phone } from "../../support/pages/browser.ts";
import { useStage } from "../../support/app/stage.ts";

const [sheet = ""] = readdirSync("public/build/_assets").filter((name) => name.startsWith("whole-"));
const stage = useStage();

const pages = {
  visitor: [
    "/",
    "/pricing",
    "/login",
    "/signup?payment_success=true",
    "/affiliate-signup",
    "/terms",
    "/record",
    "/record/sealed",
    "/record/how-to-check",
    "/record/verify",
    "/record/picks/regular:2",
    "/checkout",
    "/verify-otp",
    "/logout",
    "/nowhere",
  ],
  user: [
    "/dashboard",
    "/history",
    "/propicks",
    "/propicks-history",
    "/my-card",
    "/my-card?tab=results",
    "/my-card/1/remove",
    "/learn",
    "/learn?tab=tips",
    "/settings",
    "/profile",
    "/offline",
    "/nowhere",
  ],
  superadmin: [
    "/admin",
    "/admin/picks",
    "/admin/picks/1",
    "/admin/picks/1/correct",
    "/admin/picks/1/delete",
    "/admin/picks/import",
    "/admin/picks/review",
    "/admin/grade",
    "/admin/grade/1/move",
    "/admin/keys",
    "/admin/keys/1/revoke",
    "/admin/users",
    "/admin/users/1",
    "/admin/users/2/delete",
    "/admin/affiliates",
    "/admin/affiliates/new",
    "/admin/affiliates/payouts",
    "/admin/sidebar",
    "/admin/learn",
    "/admin/audit",
    "/profile/two-factor",
  ],
} as const;

describe.each([
  ["phone", phone, "nav", "light"],
  ["desktop", desktop, "me", "dark"],
] as const)("page styles on a %s", (_screen, viewport, popover, theme) => {
  test.each(["visitor", "user", "superadmin"] as const)("equal the full style sheet for a %s", async (who) => {
    const client = who === "visitor" ? undefined : await stage.app.signedIn(who);
    const page = await stage.enter({ scripts: true, as: client, viewport, alone: true });
    // An animation would look different at another time.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setExtraHTTPHeaders({ "Save-Data": "on" });
    await page
      .context()
      .addCookies([
        { name: "display-mode", value: encodeURIComponent(btoa(JSON.stringify(theme))), url: stage.app.origin },
      ]);
    for (const path of pages[who]) {
      await page.goto(path);
      // The browser applies autofocus, as in a dialog, in one of the next frames.
      await page.waitForFunction(
        () => document.querySelector("[autofocus]") === null || document.activeElement !== document.body,
      );
      await page.evaluate((id) => {
        document.getElementById(id)?.showPopover();
        // What is not laid out yet has no computed sizes.
        for (const section of document.querySelectorAll<HTMLElement>(".rec > section"))
          section.style.contentVisibility = "visible";
      }, popover);
      const { elements, properties, differences } = await page.evaluate(compare, `/build/_assets/${sheet}`);
      expect([path, elements > 20, properties > 50, differences]).toEqual([path, true, true, []]);
    }
  });
});

/**
 * Runs in the page: the first property of each element or pseudo-element that the full style sheet changes.
 * It asks for the properties that a rule sets, here or there; no other can change on its own.
 */
async function compare(href: string): Promise<{ elements: number; properties: number; differences: string[] }> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", media: "not all", href });
  await new Promise((resolve, reject) => {
    Object.assign(link, { onload: resolve, onerror: () => reject(new Error(`${href} is not there`)) });
    document.head.append(link);
  });
  const setBy = (rule: CSSRule): string[] => [
    ...("style" in rule && rule.style instanceof CSSStyleDeclaration ? Array.from(rule.style) : []),
    ...("cssRules" in rule && rule.cssRules instanceof CSSRuleList ? Array.from(rule.cssRules).flatMap(setBy) : []),
  ];
  const rules = Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules));
  // Custom properties matter only through others.
  const properties = [...new Set(rules.flatMap(setBy))].filter((name) => !name.startsWith("--"));
  const valuesOf = (element: Element, part: string | null) => {
    const style = getComputedStyle(element, part);
    const isShown = part === null || part === "::placeholder" || style.content !== "none";
    return isShown ? properties.map((name) => style.getPropertyValue(name)) : [];
  };
  const parts = Array.from(document.querySelectorAll("html, body, body *")).flatMap((element) =>
    [null, "::before", "::after", "::placeholder"].map((part) => ({ element, part })),
  );
  const allValues = () => parts.map(({ element, part }) => valuesOf(element, part));
  const before = allValues();
  link.media = "all";
  const differences = allValues().flatMap((now, index) => {
    const previous = before[index] ?? [];
    const changedAt = Array.from({ length: Math.max(now.length, previous.length) }).findIndex(
      (_, at) => now[at] !== previous[at],
    );
    const { element, part } = parts[index] ?? {};
    return changedAt === -1
      ? []
      : [
          `${element?.tagName}.${element?.getAttribute("class")}${part ?? ""}: ${properties[changedAt]}: ${previous[changedAt]} -> ${now[changedAt]}`,
        ];
  });
  return { elements: parts.length / 4, properties: properties.length, differences };
}

beforeAll(async () => {
  const { db } = stage.app;
  for (const stream of ["regular", "pro"] as const) {
    for (const settled of [
      {},
      {
        odds: -110,
        book: "DraftKings",
        playable_to: "-4.5",
        starts_at: new Date(Date.now() + 100 * 60_000).toISOString(),
      },
      { verdict: "➖", units_result: 0, odds: -110, book: "DraftKings" },
      { verdict: "🚫", units_result: 0 },
      { verdict: "✅", units_result: 100, closing_line: "-3", beat_clv: "✅" },
      { verdict: "❌", units_result: -150, closing_line: "-3", beat_clv: "❌" },
    ] as const)
      await createPick(db, { stream, ...settled });
  }
});
