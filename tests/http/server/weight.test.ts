/** What a page weighs for a browser that has the style sheet, and on a first visit, with the sheet inside. In bytes. */
import { beforeAll, describe, expect, test } from "vitest";
import { howToCheckPath } from "../../../app/paths/record.ts";
import { offlinePath } from "../../../app/paths/paths.ts";
import { compress } from "../../../app/documents/compression.server.ts";
import { ask } from "../../bench/load.ts";
import type { Client } from "../../support/app/app.ts";
import { everyPage, fillSite, pagesMissing, refusedForms } from "../../support/pages/every-page.ts";
import { createUser } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";
import { firstVisitBytes, staffBytes } from "../../support/pages/weight.ts";

const limits = {
  visitor: { first: firstVisitBytes, later: 8000 },
  user: { first: firstVisitBytes, later: 6000 },
  superadmin: { first: staffBytes, later: 8000 },
};
/** It shows a whole program. */
const howToCheckBytes = 18_500;

/** The header that browsers send over TLS. */
const asBrowser = { headers: { "Accept-Encoding": "gzip, deflate, br, zstd" } };

async function sentBytes(get: () => Promise<Response>): Promise<number> {
  const answer = await get();
  await answer.text();
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  return Number(answer.headers.get("content-length"));
}

const app = useApp();
let clients: Readonly<Record<keyof typeof everyPage, Client>>;
let sheetCookie = "";
beforeAll(async () => {
  clients = await fillSite(app);
  sheetCookie = await cookieOfSheet();
});

async function cookieOfSheet(): Promise<string> {
  const client = app.client();
  const [sheet = ""] = /\/build\/_assets\/site-\w+\.css/.exec(await client.text("/login")) ?? [];
  await client.text(sheet);
  return `sheet=${client.cookies.get("sheet")}`;
}

/** Asks like a browser that has the style sheet. */
function asHavingSheet({ cookies }: Client): { headers: Record<string, string> } {
  const kept = [...cookies].map(([name, value]) => `${name}=${value}`);
  return { headers: { ...asBrowser.headers, Cookie: [...kept, sheetCookie].join("; ") } };
}

// Affiliate pages and the QR code page have their own tests below. The payment page exists only in the demo.
test("every page of the build is measured", () =>
  expect(
    pagesMissing([...Object.values(everyPage).flat(), "/demo/checkout", "/partners/A-TOKEN"]),
    "Add it to everyPage, under a role that can see it",
  ).toEqual([]));

describe.each(["visitor", "user", "superadmin"] as const)("for a %s", (who) => {
  test.each(everyPage[who])("%s is light, on a first visit and later", async (path) => {
    const client = clients[who];
    const first = await sentBytes(() => client.fetch(path, asBrowser));
    const later = await sentBytes(() => client.fetch(path, asHavingSheet(client)));
    expect(first).toBeLessThanOrEqual(path === howToCheckPath ? howToCheckBytes : limits[who].first);
    // The offline page contains it always.
    if (path !== offlinePath) expect(later).toBeLessThanOrEqual(limits[who].later);
  });

  test.each(everyPage[who])("%s contains each symbol it uses exactly once, and no duplicate id", async (path) => {
    const html = await clients[who].text(path);
    const symbols = [...html.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
    const used = new Set([...html.matchAll(/<use href="#([^"]+)"/g)].map((match) => match[1]));
    expect([...used].filter((name) => !symbols.includes(name))).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

test.each(refusedForms)(
  "a %s whose form on %s is refused gets a light page, with its symbols",
  async (who, path, fields) => {
    const html = await (await clients[who].post(path, fields)).text();
    expect(compress(html, "gzip").body.length).toBeLessThanOrEqual(limits[who].first);
    for (const [, name] of html.matchAll(/<use href="#([^"]+)"/g)) expect(html).toContain(`<symbol id="${name}"`);
  },
);

test("an affiliate's page is light", async () => {
  const { page_token } = await app.db
    .selectFrom("affiliates")
    .select("page_token")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const html = await app.client().text(`/partners/${page_token}`);
  expect([html.includes("Courtside Media"), compress(html, "gzip").body.length <= firstVisitBytes]).toEqual([
    true,
    true,
  ]);
});

test("the page with the two-factor QR code is light", async () => {
  const long = await createUser(app.db, {
    role: "admin",
    email: `${"a-long-part.".repeat(5)}before@the-at-sign.of-an-address.example`,
  });
  const client = app.client();
  await client.signIn(long.email);
  await client.post("/profile/two-factor", { step: "begin" });
  const html = await client.text("/profile/two-factor");
  expect(html).toContain('aria-label="QR code');
  expect(compress(html, "gzip").body.length).toBeLessThanOrEqual(firstVisitBytes);
});

test("a refresh with nothing new takes at most 400 bytes including headers", async () => {
  const cookies = [[...clients.user.cookies].map(([name, value]) => `${name}=${value}`).join("; ")];
  for (const path of ["/api/picks/version", "/api/propicks/version"]) {
    const { headers } = await ask(app.origin, { path, cookies });
    const { status, headerBytes, bodyBytes } = await ask(app.origin, {
      path,
      cookies,
      headers: { "If-None-Match": String(headers.etag) },
    });
    expect([path, status, bodyBytes, headerBytes <= 400]).toEqual([path, 304, 0, true]);
  }
});
