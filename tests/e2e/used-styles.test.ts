/** A document carries those styles only that it can use: with all of them it must look the same. */
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createPick } from "../support/factories.ts";
import { desktop, phone } from "../support/browser.ts";
import { useStage } from "../support/stage.ts";

const [sheet = ""] = readdirSync("public/build/_assets").filter((name) => name.endsWith(".css"));
const stage = useStage();

const pages = {
  visitor: ["/", "/pricing", "/login", "/signup?payment_success=true", "/affiliate-signup", "/terms", "/checkout", "/nowhere"],
  user: ["/dashboard", "/history", "/propicks-history", "/my-card", "/my-card?tab=results", "/learn", "/settings", "/profile"],
  superadmin: ["/admin", "/admin/picks", "/admin/users", "/admin/affiliates", "/admin/affiliates/new", "/admin/sidebar", "/admin/learn", "/admin/audit"],
} as const;

describe.each([["phone", phone, "nav", "light"], ["desktop", desktop, "me", "dark"]] as const)("on a %s", (_screen, viewport, popover, theme) => {
  test.each(["visitor", "user", "superadmin"] as const)("for a %s", async (who) => {
    const client = who === "visitor" ? undefined : await stage.app.signedIn(who);
    const page = await stage.enter({ scripts: true, as: client, viewport, alone: true });
    // What moves would look different for being looked at later.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setExtraHTTPHeaders({ "Save-Data": "on" });
    await page.context().addCookies([{ name: "display-mode", value: encodeURIComponent(btoa(JSON.stringify(theme))), url: stage.app.origin }]);
    for (const path of pages[who]) {
      await page.goto(path);
      // The browser focuses what asks for it with one of its next frames: a dialog's first field.
      await page.waitForFunction(() => document.querySelector("[autofocus]") === null || document.activeElement !== document.body);
      expect([path, await page.evaluate(barMoves)]).toEqual([path, []]);
      await page.evaluate((id) => document.getElementById(id)?.showPopover(), popover);
      const { elements, differences } = await page.evaluate(compare, `/build/_assets/${sheet}`);
      expect([path, elements > 20, differences]).toEqual([path, true, []]);
    }
  });
});

/** In the page: what of the closed bar is elsewhere while the page's own styles have not come, which those of its open drawer and menu are among. */
function barMoves(): string[] {
  const places = () => Array.from(document.querySelectorAll("header, header *"), (element) => ({ element, place: JSON.stringify(element.getBoundingClientRect()) }));
  const whole = places();
  const [, own] = document.styleSheets;
  if (own) own.disabled = true;
  const moved = places().filter(({ place }, index) => place !== whole[index]?.place).map(({ element, place }) => `${element.tagName}.${element.getAttribute("class")}: ${place}`);
  if (own) own.disabled = false;
  return own ? moved : ["There are no styles of the page's own."];
}

/** In the page: the first property of each element, of what stands before and after it, that the whole sheet changes. */
async function compare(href: string): Promise<{ elements: number; differences: string[] }> {
  // A custom property only serves others.
  const properties = (element: Element, part: string | null) => {
    const style = getComputedStyle(element, part);
    const isShown = part === null || part === "::placeholder" || style.content !== "none";
    return isShown ? Array.from(style).filter((name) => !name.startsWith("--")).map((name) => `${part ?? ""} ${name}: ${style.getPropertyValue(name)}`) : [];
  };
  const elements = Array.from(document.querySelectorAll("html, body, body *"));
  const looks = () => elements.map((element) => [null, "::before", "::after", "::placeholder"].map((part) => properties(element, part)).flat());
  const own = looks();
  await new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: () => reject(new Error(`${href} is not there`)) }));
  });
  const differences = looks().flatMap((now, index) => {
    const before = own[index] ?? [];
    const other = now.findIndex((property, at) => property !== before[at]);
    return other === -1 && now.length === before.length ? [] : [`${elements[index]?.tagName}.${elements[index]?.getAttribute("class")}: ${before[other]} -> ${now[other]}`];
  });
  return { elements: elements.length, differences };
}

beforeAll(async () => {
  const { db } = stage.app;
  for (const stream of ["regular", "pro"] as const) {
    for (const settled of [{}, { verdict: "✅", units_result: 100, closing_line: "-3", beat_clv: "✅" }, { verdict: "❌", units_result: -150, closing_line: "-3", beat_clv: "❌" }] as const) await createPick(db, { stream, ...settled });
  }
});
