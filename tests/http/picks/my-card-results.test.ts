import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createPick, createUser, putOnCard } from "../../support/database/factories.ts";
import { cards, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const beforeStarts = "2026-09-30T14:00:00.000Z";
let member: Client;

beforeAll(async () => {
  const user = await createUser(app.db);
  member = app.client();
  await member.signIn(user.email);
  const picks = [];
  for (let day = 1; day <= 12; day += 1) {
    const won = day % 3 !== 0;
    picks.push(
      await createPick(app.db, {
        pick: `Day ${day}`,
        game_date: `2026-10-${String(day).padStart(2, "0")}`,
        sport: day > 10 ? "WNBA" : "NBA",
        verdict: won ? "✅" : "❌",
        closing_line: "-7.5",
        beat_clv: won ? "✅" : "❌",
        unit_size: 1,
        units_result: won ? 0.91 : -1,
        sim_confidence: 60,
      }),
    );
  }
  await putOnCard(app.db, user.id, picks, beforeStarts);
  await createPick(app.db, { verdict: "✅", pick: "Not saved" });
});

const results = "/my-card?tab=results";

function shownPicks(html: string): string[] {
  return [...html.matchAll(/ – (?:<!-- -->)?([^<]+)<\/h2>/g)].map((match) => match[1] ?? "");
}

function figuresOf(html: string): string {
  const panel = /<dl class="stats">(.*?)<\/dl>/.exec(html)?.[1] ?? "";
  return panel
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const isMarked = (text: string) => /after the start/i.test(text);

test("results come five per page, newest first, with the record of all", async () => {
  const first = await member.text(results);
  expect(shownPicks(first)).toEqual(["Day 12", "Day 11", "Day 10", "Day 9", "Day 8"]);
  expect(figuresOf(first)).toBe("Win % 66.67% Units Won +3.28 ROI % 27.33% Total Bets 12 .00 Avg Sim Conf 60.00%");
  expect(shownPicks(await member.text(`${results}&page=99`))).toEqual(["Day 2", "Day 1"]);
  expect(first).toContain('href="/my-card?tab=results&amp;page=2"');
});

test("a push and a void are listed with their own labels; the push counts as a bet, the void nowhere", async () => {
  const user = await createUser(app.db);
  const other = app.client();
  await other.signIn(user.email);
  const details = { sim_confidence: 60, unit_size: 1, closing_line: "-3", beat_clv: "✅" };
  const results = [
    { ...details, pick: "Won", verdict: "✅", units_result: 0.91 },
    { ...details, pick: "Level", verdict: "➖", units_result: 0, sim_confidence: 70 },
    { ...details, pick: "Called off", verdict: "🚫", units_result: 0, sim_confidence: 99 },
  ];
  const picks = [];
  for (const [index, changes] of results.entries())
    picks.push(await createPick(app.db, { ...changes, game_date: `2026-10-0${3 - index}` }));
  await putOnCard(app.db, user.id, picks, beforeStarts);
  const html = await other.text("/my-card?tab=results");
  expect([...html.matchAll(/<article class="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "panel settled win",
    "panel settled push",
    "panel settled void",
  ]);
  const [won, level, calledOff] = cards(html);
  expect([won, level, calledOff]).toEqual([
    expect.stringMatching(/^✅ WIN – Won \+0\.91 U .* -3 ✅ Beat the close /),
    expect.stringMatching(/^➖ PUSH – Level 0\.00 U .* -3 ✅ Beat the close /),
    expect.stringMatching(/^🚫 VOID – Called off 0\.00 U .* -3 /),
  ]);
  expect(calledOff).not.toContain("the close");
  expect(html).toContain('class="flag g"');
  expect(figuresOf(html)).toBe("Win % 100.00% Units Won +0.91 ROI % 91.00% Total Bets 2 .00 Avg Sim Conf 65.00%");
  expect(visibleText(html)).toContain("1-0-1, all sports, all dates");
});

test("a card shows its closing line, CLV mark, Sim % and result", async () => {
  const html = (await member.text(`${results}&sort=oldest`)).replaceAll("<!-- -->", "");
  const link = (id: string, name: string, inner: string) =>
    `<a class="${name}" data-discover="true" href="/learn#term-${id}">${inner}</a>`;
  expect(html).toContain(`<dt>${link("cl", "term", "CL")}</dt><dd>-7.5 ${link("clv", "flag g", "✅ Beat the close")}`);
  expect(html).toContain(`<dt>${link("sim", "term", "Sim %")}</dt><dd>60.0%</dd>`);
  expect(html).toContain(`<dt>${link("roi", "term", "ROI %")}</dt>`);
  expect(html).toContain(link("u", "term", '<b class="u p">+0.91 U</b>'));
  expect(html).toContain(link("clv", "flag b", "❌ Missed the close"));
});

test("sport, order, dates and range filter the list and its record; both ends are included", async () => {
  expect(shownPicks(await member.text(`${results}&sport=WNBA`))).toEqual(["Day 12", "Day 11"]);
  expect(shownPicks(await member.text(`${results}&sort=sport`))[0]).toBe("Day 10");
  const span = await member.text(`${results}&start=10%2F02%2F2026&end=10%2F03%2F2026`);
  expect([shownPicks(span), figuresOf(span)]).toEqual([
    ["Day 3", "Day 2"],
    expect.stringContaining("Total Bets 2 .00"),
  ]);
  expect(await member.text(`${results}&range=today`)).toContain("No results yet for regular picks.");
});

test("the filter form keeps tab and stream, lists the sports, and its Reset drops the dates", async () => {
  const html = await member.text(`${results}&sort=oldest&start=10%2F02%2F2026`);
  expect(html).toContain('<input type="hidden" name="tab" value="results"/>');
  expect(html).toContain('href="/my-card?tab=results&amp;sort=oldest">Reset</a>');
  expect([...html.matchAll(/<option[^>]*>([^<]+)</g)].map((match) => match[1])).toEqual([
    "All",
    "NBA",
    "MLB",
    "NFL",
    "NHL",
    "UFC",
    "WNBA",
    "Newest First",
    "Oldest First",
    "By Sport",
  ]);
  expect(html).toContain('<optgroup label="More sports">');
  expect(await member.text(`${results}&stream=pro`)).toContain('<input type="hidden" name="stream" value="pro"/>');
});

test("a pick added after its start is marked, and in the figures only by the filter, which is shown then", async () => {
  const user = await createUser(app.db);
  const other = app.client();
  await other.signIn(user.email);
  const result = { verdict: "✅", units_result: 0.91, unit_size: 1, game_date: "2026-10-01" };
  const open = { pick: "Open late", game_date: "2026-10-01" };
  const late = [await createPick(app.db, { ...result, pick: "Late" }), await createPick(app.db, open)];
  await putOnCard(app.db, user.id, [await createPick(app.db, { ...result, pick: "In time" })], beforeStarts);
  await putOnCard(app.db, user.id, late, "2026-10-02T14:00:00.000Z");
  const marked = (html: string) =>
    cards(html).map((text) => [/In time|Late|Open late/.exec(text)?.[0], isMarked(text)]);
  const usual = await other.text("/my-card?tab=results");
  expect(marked(usual).toSorted()).toEqual([
    ["In time", false],
    ["Late", true],
  ]);
  expect(figuresOf(usual)).toContain("Units Won +0.91 ROI % 91.00% Total Bets 1 .00");
  expect(usual).toMatch(/<select[^>]* name="after_start"/);
  expect(figuresOf(await other.text("/my-card?tab=results&after_start=1"))).toContain("Total Bets 2 .00");
  expect(marked(await other.text("/my-card"))).toEqual([["Open late", true]]);
  expect(await member.text(results)).not.toContain('name="after_start"');
});

test("an invalid date is reported, and the other filters still apply", async () => {
  const answer = await member.get(`${results}&start=02%2F30%2F2026&sport=WNBA`);
  const html = await answer.text();
  expect([answer.status, html.includes("Date input not valid."), shownPicks(html)]).toEqual([
    422,
    true,
    ["Day 12", "Day 11"],
  ]);
});
