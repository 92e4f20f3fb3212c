import { beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser } from "../../support/database/factories.ts";
import { cards, visibleText } from "../../support/pages/html.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
let member: Client;
beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("superadmin");
  member = await app.signedIn("user");
});

const pages = [
  {
    path: "/dashboard",
    api: "/api/picks",
    title: "Today's Picks",
    empty: "No picks available in the last 24 hours.",
    side: "Update time not set.",
  },
  {
    path: "/propicks",
    api: "/api/propicks",
    title: "Pro Picks",
    empty: "No pro picks available right now.",
    side: "AI Insights Pro-level betting edges updated daily.",
  },
] as const;

describe.each(pages)("$path", ({ path, api, title, empty, side }) => {
  const publishThree = async () => {
    for (const [sport, pick] of [
      ["NBA", "first"],
      ["KBO", "second"],
      ["UFC", "third"],
    ])
      await publish(staff, { sport, pick: `${pick} ${path}` }, api);
    await publish(staff, { pick: "settled", verdict: "✅" }, api);
  };

  test("shows the empty text beside the side column", async () => {
    const text = visibleText(await member.text(path));
    for (const part of [title, empty, side, "Sort by Time (Newest)", "All Sports"]) expect(text).toContain(part);
  });

  test("shows only open picks, newest first, each with all its fields", async () => {
    await publishThree();
    const texts = cards(await member.text(path));
    expect(texts.map((text) => /(first|second|third|settled)/.exec(text)?.[1])).toEqual(["third", "second", "first"]);
    for (const part of ["11/20/2026", "7:30 PM", "SIM CERTIFIED", "57.6%", "1.5u", "Boston Celtics @ New York Knicks"])
      expect(texts[2]).toContain(part);
    expect(texts[2]).toMatch(/Added on: [A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
    // The chip stands only outside the pro list.
    expect(texts.some((text) => text.includes("PRO PICK"))).toBe(false);
  });

  test("a price says what it needs, the claimed edge, and what earlier claims were worth", async () => {
    await publish(staff, { pick: "first", odds: -110, sim_confidence: 57.6 }, api);
    await publish(staff, { pick: "second", odds: 143, sim_confidence: 39 }, api);
    await publish(staff, { pick: "third", odds: 120, sim_confidence: "" }, api);
    await publish(staff, { pick: "priceless", odds: "" }, api);
    for (const verdict of ["✅", "❌", "❌"]) await publish(staff, { pick: "done", verdict, sim_confidence: 56 }, api);
    const card = async (name: string, page: string = path) =>
      cards(await member.text(page)).find((text) => text.includes(name)) ?? "";
    expect(await card("first")).toContain("Needs 52.4% · edge +5.2 · 55-60% won 33% of 3");
    expect(await card("second")).toContain("Needs 41.2% · edge -2.2 · no pick like it is settled yet");
    expect(await card("third")).toMatch(/Needs 45\.5% Sim/);
    expect(await card("priceless")).not.toContain("Needs");
    expect(await member.text(path)).toContain('href="/learn#term-edge"');
    const { id } = await app.db.selectFrom("picks").select("id").where("pick", "=", "first").executeTakeFirstOrThrow();
    await member.post(path, path === "/dashboard" ? { pick_id: id } : { propick_id: id });
    const own = path === "/dashboard" ? "/my-card" : "/my-card?stream=pro";
    expect(await card("first", own)).toContain("Needs 52.4% · edge +5.2 · 55-60% won 33% of 3");
  });

  test("filters by sport and reverses the order", async () => {
    await publishThree();
    const names = async (query: string) =>
      cards(await member.text(`${path}?${query}`)).map((text) => /(first|second|third)/.exec(text)?.[1]);
    expect(await names("sort=asc")).toEqual(["first", "second", "third"]);
    expect(await names("sport=NBA")).toEqual(["first"]);
    expect(await names("sport=Other")).toEqual(["second"]);
    expect(await names("sport=All&sort=desc")).toEqual(["third", "second", "first"]);
    expect(await names("sport=MLB")).toEqual([]);
  });

  test("an invalid filter does not crash", async () => {
    await publishThree();
    for (const query of ["sport=Chess", "sort=up", "sport=KBO"]) {
      const answer = await member.get(`${path}?${query}`);
      expect([query, answer.status < 500, cards(await answer.text()).length]).toEqual([query, true, 3]);
    }
  });

  test("refreshes itself every 30 seconds without scripts", async () => {
    expect(await member.text(path)).toContain(
      `<noscript><meta http-equiv="refresh" content="30; url=${path}?auto=1"/></noscript>`,
    );
    expect(await member.text(`${path}?auto=1`)).toContain(`content="30; url=${path}?auto=1"`);
  });

  test("the refresh=off filter stops the refresh and stays set", async () => {
    await publishThree();
    const link = (html: string) => /<noscript><p class="row muted">(.*?)<\/p><\/noscript>/.exec(html)?.[1] ?? "";
    const field = '<input type="hidden" name="refresh" value="off"/>';
    const reloading = await member.text(`${path}?sport=NBA`);
    expect(link(reloading)).toContain(`href="${path}?sport=NBA&amp;refresh=off">Don&#x27;t reload</a>`);
    expect(reloading).not.toContain(field);
    const stopped = await member.text(`${path}?sport=NBA&refresh=off`);
    expect(link(stopped)).toContain(`href="${path}?sport=NBA">Reload every 30 seconds</a>`);
    expect([stopped.includes(field), stopped.includes('http-equiv="refresh"'), cards(stopped).length]).toEqual([
      true,
      false,
      1,
    ]);
  });

  test("sends the browser only the pick fields that its card shows", async () => {
    await publishThree();
    const data = await (await member.get(`${path}?_data=${encodeURIComponent(`routes${path}`)}`)).json();
    expect(Object.keys(data.picks[0]).sort()).toEqual([
      "book",
      "claim",
      "countdown",
      "created_at",
      "day",
      "game",
      "game_date",
      "id",
      "note",
      "odds",
      "over_at",
      "pick",
      "playable_to",
      "sim_confidence",
      "sport",
      "starts_at",
      "tag",
      "time",
      "unit_size",
      "why",
    ]);
  });
});

test.each([["/api/picks"], ["/api/propicks"]])(
  "%s/version answers 304 until a pick of the stream changes",
  async (api) => {
    const requestVersion = (etag: string) => member.fetch(`${api}/version`, { headers: { "If-None-Match": etag } });
    const versionOf = async (answer: Response) => `"${(await answer.json()).version}"`;
    const first = await member.get(`${api}/version`);
    const etag = first.headers.get("etag") ?? "";
    expect(await versionOf(first)).toBe(etag);
    const again = await requestVersion(etag);
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    expect((await member.fetch(`${api}/version`, { method: "HEAD", headers: { "If-None-Match": etag } })).status).toBe(
      304,
    );
    for (const same of ["*", `W/${etag}`, `"x", ${etag}`])
      expect([same, (await requestVersion(same)).status]).toEqual([same, 304]);
    for (const other of ['"other"', etag.slice(1), "", "W/*"])
      expect([other, (await requestVersion(other)).status]).toEqual([other, 200]);
    await publish(staff, {}, api);
    const changed = await requestVersion(etag);
    expect([changed.status, (await versionOf(changed)) === etag]).toEqual([200, false]);
    expect((await app.client().fetch(`${api}/version`, { headers: { "If-None-Match": etag } })).status).toBe(401);
  },
);

test("the history and public pages don't refresh themselves", async () => {
  for (const path of ["/history", "/propicks-history", "/", "/login"])
    expect(await member.text(path)).not.toContain('http-equiv="refresh"');
});

test("only active members get any text of a pick, from any URL", async () => {
  const marker = "MEMBERS-ONLY";
  for (const api of ["/api/picks", "/api/propicks"]) {
    await publish(staff, { pick: marker, game: marker }, api);
    await publish(staff, { pick: marker, game: marker, verdict: "✅" }, api);
  }
  await staff.call("POST", "/api/sidebar", { results: marker, notes: marker, next: marker });
  const suspended = await createUser(app.db);
  const suspendedClient = app.client();
  await suspendedClient.signIn(suspended.email);
  await app.db.updateTable("users").set({ status: "Suspended" }).where("id", "=", suspended.id).execute();
  const paths = [
    "/",
    "/login",
    "/admin-login",
    "/dashboard",
    "/history",
    "/propicks",
    "/propicks-history",
    "/admin",
    "/admin/picks",
    "/admin/propicks",
    "/admin/sidebar",
    "/api/picks",
    "/api/propicks",
    "/api/sidebar",
    "/api/picks/1",
    "/nowhere",
  ];
  for (const client of [app.client(), suspendedClient]) {
    for (const path of paths) {
      expect(await client.text(path), path).not.toContain(marker);
      expect(
        await (await client.fetch(path, { headers: { Authorization: "Bearer v1.x.y" } })).text(),
        path,
      ).not.toContain(marker);
    }
  }
});

test("a member's page has no staff links, and a propicksmanager has two tabs", async () => {
  expect(visibleText(await member.text("/dashboard"))).not.toContain("Admin");
  const tabs = async (client: Client) =>
    [
      ...(/<nav class="tabs"[\s\S]*?<\/nav>/.exec(await client.text("/admin"))?.[0] ?? "").matchAll(/>([^<]+)<\/a>/g),
    ].map((match) => match[1]);
  expect(await tabs(await app.signedIn("propicksmanager"))).toEqual(["Pro Picks Manager", "Grade"]);
  expect(await tabs(staff)).toEqual(expect.arrayContaining(["Picks Manager", "Pro Picks Manager", "Sidebar Manager"]));
});

test("a member who opens the staff area is told once, at the staff login", async () => {
  expect((await member.get("/admin")).headers.get("location")).toBe("/admin-login");
  expect(visibleText(await member.text("/admin-login"))).toContain("You are not authorized.");
  expect(visibleText(await member.text("/admin-login"))).not.toContain("You are not authorized.");
});
