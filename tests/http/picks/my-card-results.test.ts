import { beforeAll, expect, test } from "vitest";
import { loss, win } from "../../../app/models/picks/pick.ts";
import type { Client } from "../../support/app/app.ts";
import { createPick, createUser, putOnCard } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
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
        verdict: won ? win : loss,
        closing_line: "-7.5",
        beat_clv: won ? win : loss,
        unit_size: 1,
        units_result: won ? 0.91 : -1,
        sim_confidence: 60,
      }),
    );
  }
  await putOnCard(app.db, user.id, picks);
  await createPick(app.db, { verdict: win, pick: "Not saved" });
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

test("results come five per page, newest first, with the record of all", async () => {
  const first = await member.text(results);
  expect(shownPicks(first)).toEqual(["Day 12", "Day 11", "Day 10", "Day 9", "Day 8"]);
  expect(figuresOf(first)).toBe(
    "Win % 66 .67 % Units Won +3 .28 ROI % 27 .33 % Total Bets 12 .00 Avg Sim Conf 60 .00 %",
  );
  expect(shownPicks(await member.text(`${results}&page=99`))).toEqual(["Day 2", "Day 1"]);
  expect(first).toContain('href="/my-card?tab=results&amp;page=2"');
});

test("a card shows its closing line, CLV mark, Sim % and result", async () => {
  const html = (await member.text(`${results}&sort=oldest`)).replaceAll("<!-- -->", "");
  expect(html).toContain('<dt>CL</dt><dd>-7.5 <span class="flag g">✅ Beat CLV</span>');
  expect(html).toContain("<dt>Sim %</dt><dd>60%</dd>");
  expect(html).toContain('<b class="u p">+0.91 U</b>');
  expect(html).toContain('<span class="flag b">❌ Missed CLV</span>');
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

test("an invalid date is reported, and the other filters still apply", async () => {
  const answer = await member.get(`${results}&start=02%2F30%2F2026&sport=WNBA`);
  const html = await answer.text();
  expect([answer.status, html.includes("Date input not valid."), shownPicks(html)]).toEqual([
    422,
    true,
    ["Day 12", "Day 11"],
  ]);
});
