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
      await page.evaluate((id) => document.getElementById(id)?.showPopover(), popover);
      const { elements, differences } = await page.evaluate(compare, `/build/_assets/${sheet}`);
      expect([path, elements > 20, differences]).toEqual([path, true, []]);
    }
  });
});

/** Runs in the page: the first property of each element or pseudo-element that the full style sheet changes. */
async function compare(href: string): Promise<{ elements: number; differences: string[] }> {
  // Custom properties matter only through others.
  const properties = (element: Element, part: string | null) => {
    const style = getComputedStyle(element, part);
    const isShown = part === null || part === "::placeholder" || style.content !== "none";
    return isShown
      ? Array.from(style)
          .filter((name) => !name.startsWith("--"))
          .map((name) => `${part ?? ""} ${name}: ${style.getPropertyValue(name)}`)
      : [];
  };
  const elements = Array.from(document.querySelectorAll("html, body, body *"));
  const allStyles = () =>
    elements.map((element) =>
      [null, "::before", "::after", "::placeholder"].map((part) => properties(element, part)).flat(),
    );
  const before = allStyles();
  await new Promise((resolve, reject) => {
    document.head.append(
      Object.assign(document.createElement("link"), {
        rel: "stylesheet",
        href,
        onload: resolve,
        onerror: () => reject(new Error(`${href} is not there`)),
      }),
    );
  });
  const differences = allStyles().flatMap((now, index) => {
    const previous = before[index] ?? [];
    const changedAt = now.findIndex((property, at) => property !== previous[at]);
    return changedAt === -1 && now.length === previous.length
      ? []
      : [
          `${elements[index]?.tagName}.${elements[index]?.getAttribute("class")}: ${previous[changedAt]} -> ${now[changedAt]}`,
        ];
  });
  return { elements: elements.length, differences };
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
