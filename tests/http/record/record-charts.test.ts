import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { formatResult, splitFigure } from "../../../app/format.ts";
import type { Client } from "../../support/app/app.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const report = z
  .object({
    win_percent: z.number(),
    units_won: z.number(),
    roi_percent: z.number(),
    total_bets: z.number(),
    average_sim_confidence: z.number(),
    calibration: z.array(
      z
        .object({
          from: z.number(),
          to: z.number(),
          bets: z.number(),
          wins: z.number(),
          win_percent: z.number(),
          average_sim_confidence: z.number(),
        })
        .strict(),
    ),
    corrections: z.object({ changed: z.number(), deleted: z.number() }).strict(),
  })
  .strict();

const doors = [
  ["/history", "/api/picks/record"],
  ["/propicks-history", "/api/propicks/record"],
] as const;
const filters = [
  "",
  "?sport=NBA",
  "?sport=NFL&sort=oldest&page=2",
  "?sport=Other",
  "?start=02/01/2026&end=03/15/2026",
  "?date=2026-01-10",
];

const app = useApp();
let member: Client;
beforeAll(async () => {
  await insertSeason(app, "regular", 600);
  await insertSeason(app, "pro", 250);
  member = await app.signedIn("user");
});

test.each(doors.flatMap(([page, api]) => filters.map((filter) => [page, api, filter])))(
  "%s, its charts and %s agree for the filter %s",
  async (page, api, filter) => {
    const html = await member.text(page + filter);
    const answer = await member.get(api + filter);
    const figures = report.parse(await answer.json());
    const two = (value: number, signed = false) => splitFigure(value, signed).join("");
    expect(statsOf(html)).toEqual([
      `${two(figures.win_percent)}%`,
      two(figures.units_won, true),
      `${two(figures.roi_percent)}%`,
      two(figures.total_bets),
      `${two(figures.average_sim_confidence)}%`,
    ]);
    expect(html).toContain(
      `Cumulative units <b class="u ${figures.units_won >= 0 ? "p" : "n"}">${formatResult(figures.units_won)}</b>`,
    );
    expect(/ends at ([^"]+)"/.exec(html)?.[1]).toBe(formatResult(figures.units_won));
    expect(calibrationOf(html)).toEqual(
      figures.calibration.map((range) => [
        `${Math.round(range.average_sim_confidence)}%`,
        `${Math.round(range.win_percent)}%`,
        String(range.bets),
      ]),
    );
    expect(figures.calibration.reduce((sum, range) => sum + range.bets, 0)).toBe(figures.total_bets);
  },
);

test.each(doors)("%s has no charts for an empty list, and %s returns zeros", async (page, api) => {
  expect(await member.text(`${page}?start=01/01/2030`)).not.toContain("<figure");
  expect(await (await member.get(`${api}?start=01/01/2030`)).json()).toEqual({
    win_percent: 0,
    units_won: 0,
    roi_percent: 0,
    total_bets: 0,
    average_sim_confidence: 0,
    calibration: [],
    corrections: { changed: 0, deleted: 0 },
  });
});

test.each(doors)("the charts on %s weigh at most 2 KB, and the page fits in one round trip", async (page) => {
  const html = await member.text(page);
  const bare = withoutCharts(html);
  expect(bare).not.toContain('"charts"');
  expect(gzipSync(html).length - gzipSync(bare).length).toBeLessThanOrEqual(2048);
  expect(gzipSync(html).length).toBeLessThanOrEqual(14_336);
});

test.each(doors)("next to %s, %s needs a member, is read-only and refuses invalid filters", async (_page, api) => {
  expect((await app.client().get(api)).status).toBe(401);
  expect((await member.call("POST", api, {})).status).toBe(405);
  const refused = await member.get(`${api}?start=soon`);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: "Please check the marked fields.", fields: { start: "Date input not valid." } },
  ]);
  expect(app.errors()).toBe("");
});

function statsOf(html: string): string[] {
  const panel = /<dl class="stats">(.*?)<\/dl>/s.exec(html)?.[1] ?? "";
  return [...panel.matchAll(/<dd>(.*?)<\/dd>/gs)].map((match) => textOf(match[1]));
}

/** Per row: average sim confidence, win rate, number of bets. */
function calibrationOf(html: string): string[][] {
  const body = /<table class="cal".*?<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? "";
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([row]) => {
    const tick = /aria-label="([^"]+)"/.exec(row)?.[1] ?? "";
    return [tick, ...[...row.matchAll(/<td class="num[^"]*">(.*?)<\/td>/gs)].map((cell) => textOf(cell[1]))];
  });
}

function withoutCharts(html: string): string {
  const bare = html.replaceAll(/<figure.*?<\/figure>/gs, "");
  return bare.replace(/"charts":\{.*?"calibration":\[.*?\],"note":"[^"]*"\},/s, "");
}

function textOf(html = ""): string {
  return html.replaceAll(/<[^>]+>/g, "");
}
