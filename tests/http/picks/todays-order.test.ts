import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../../app/time/calendar-date.ts";
import { dateIn } from "../../../app/time/zone-time.ts";
import { createPick } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const today = dateIn("America/New_York", new Date());
const day = (days: number) => addDays(today, days);
const titlesIn = (html: string) =>
  [...html.matchAll(/<h2 class="day">(\w+)|<h3 id="pick-\d+">([^<]+)/g)].map(([, group, pick]) => group ?? pick);

beforeAll(async () => {
  await app.db.updateTable("picks").set({ verdict: "🚫" }).where("verdict", "=", "").execute();
  for (const [pick, days, sport] of [
    ["First today", 0, "NBA"],
    ["Tomorrow's", 1, "NBA"],
    ["In a week", 7, "UFC"],
    ["Yesterday's", -1, "NBA"],
    ["Last today", 0, "NHL"],
  ] as const)
    await createPick(app.db, { pick, sport, game_date: day(days), created_at: new Date().toISOString() });
});

describe("Today's Picks", () => {
  test("newest first has today, tomorrow and later", async () => {
    const member = await app.signedIn("user");
    expect(titlesIn(await member.text("/dashboard"))).toEqual([
      "Today",
      "Last today",
      "First today",
      "Tomorrow",
      "Tomorrow&#x27;s",
      "Later",
      "In a week",
      "Earlier",
      "Yesterday&#x27;s",
    ]);
  });

  test("remembers the order and the sport of a browser until it signs out", async () => {
    const member = await app.signedIn("user");
    await member.text("/dashboard?sort=start&sport=NHL");
    for (const path of ["/dashboard", "/propicks"]) {
      const html = await member.text(path);
      expect([html.includes('value="start" selected'), html.includes('selected="">NHL')], path).toEqual([true, true]);
    }
    await member.text("/dashboard?sport=All");
    expect(await member.text("/dashboard")).toContain("Tomorrow&#x27;s");
    await member.post("/logout");
    expect(member.cookies.get("picks-list") || "").toBe("");
  });

  test("does not remember what it does not know", async () => {
    const member = await app.signedIn("user");
    await member.get("/dashboard?sport=Chess");
    expect((await member.get("/dashboard")).status).toBe(200);
  });

  test("says that a sport hides all picks", async () => {
    const member = await app.signedIn("user");
    const html = await member.text("/dashboard?sport=NFL");
    expect(html).toContain("No picks available in the last 24 hours. The NFL filter hides 5 picks.");
    expect(html).toContain('href="/dashboard?sport=All"');
  });

  test("names the zone of its times once", async () => {
    const html = await (await app.signedIn("user")).text("/dashboard");
    expect([html.match(/times in ET/g)?.length, html.match(/ E[SD]T</g)?.length ?? 0]).toEqual([1, 1]);
  });
});
