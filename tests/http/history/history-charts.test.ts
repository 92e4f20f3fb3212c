import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { countText, percentText, formatResult, signedText } from "../../../app/format.ts";
import type { Client } from "../../support/app/app.ts";
import { publish } from "../../support/database/picks.ts";
import { insertSeason } from "../../support/database/settled-picks.ts";
import { useApp } from "../../support/app/use-app.ts";
import { firstVisitBytes } from "../../support/pages/weight.ts";

const report = z
  .object({
    wins: z.number(),
    losses: z.number(),
    pushes: z.number(),
    voids: z.number(),
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
  "?start=&end=&sport=",
  "?start=01/05/2026&end=01/31/2026&sport=NBA",
];

const app = useApp();
let member: Client;
beforeAll(async () => {
  await insertSeason(app, "regular", 600);
  await insertSeason(app, "pro", 250);
  const staff = await app.signedIn("superadmin");
  for (const [, api] of doors) {
    for (const verdict of ["➖", "🚫"]) {
      const changes = { verdict, game_date: "01/10/2026", units_result: "0", sim_confidence: "88", unit_size: "9" };
      await publish(staff, changes, api.replace("/record", ""));
    }
  }
  member = await app.signedIn("user");
});

test.each(doors.flatMap(([page, api]) => filters.map((filter) => [page, api, filter])))(
  "%s, its charts and %s agree for the filter %s",
  async (page, api, filter) => {
    const html = await member.text(page + filter);
    const answer = await member.get(api + filter);
    const figures = report.parse(await answer.json());
    const { wins, losses, pushes, total_bets } = figures;
    expect(statsOf(html)).toEqual([
      percentText(figures.win_percent),
      signedText(figures.units_won),
      percentText(figures.roi_percent),
      `${countText(total_bets)}.00`,
      percentText(figures.average_sim_confidence),
    ]);
    expect(html).toContain(`Cumulative units <span class="muted">${countText(total_bets)} bet`);
    expect(/, ([^",]+) at the end"/.exec(html)?.[1]).toBe(formatResult(figures.units_won));
    // A sentence replaces the table if every range has under 20 bets.
    const isJudged = figures.calibration.some(({ bets }) => bets >= 20);
    expect(html.includes("too few to judge. Shown once")).toBe(!isJudged);
    expect(calibrationOf(html)).toEqual(
      figures.calibration
        .filter(() => isJudged)
        .map((range) => [
          `${Math.round(range.win_percent)}%`,
          `${Math.round(range.average_sim_confidence)}%`,
          String(range.bets),
        ]),
    );
    expect([total_bets, figures.calibration.reduce((sum, range) => sum + range.bets, 0)]).toEqual([
      wins + losses + pushes,
      wins + losses,
    ]);
    expect(html).toContain(`<p class="muted">${wins}-${losses}-${pushes}, `);
  },
);

test.each(doors)("next to %s, %s counts a push as a bet and a void nowhere", async (_page, api) => {
  const read = async (query: string) => report.parse(await (await member.get(`${api}?${query}`)).json());
  const [all, day, others] = [await read(""), await read("date=01/10/2026"), await read("start=01/11/2026")];
  const earlier = await read("end=01/09/2026");
  expect([all.pushes, all.voids, day.pushes, day.voids, others.pushes, others.voids]).toEqual([1, 1, 1, 1, 0, 0]);
  expect(all.total_bets).toBe(earlier.total_bets + day.total_bets + others.total_bets);
  expect(day).toMatchObject({ total_bets: 3, win_percent: (day.wins * 100) / 2 });
  expect(day.calibration.reduce((sum, { bets }) => sum + bets, 0)).toBe(2);
});

test.each(doors)("%s has no charts for an empty list, and %s returns zeros", async (page, api) => {
  expect(await member.text(`${page}?start=01/01/2030`)).not.toContain("<figure");
  expect(await (await member.get(`${api}?start=01/01/2030`)).json()).toEqual({
    wins: 0,
    losses: 0,
    pushes: 0,
    voids: 0,
    win_percent: 0,
    units_won: 0,
    roi_percent: 0,
    total_bets: 0,
    average_sim_confidence: 0,
    calibration: [],
    corrections: { changed: 0, deleted: 0 },
  });
});

test.each(doors)("the charts on %s weigh at most 2 KB, and the page is light", async (page) => {
  const html = await member.text(page);
  const bare = withoutCharts(html);
  expect(bare).not.toContain('"charts"');
  expect(gzipSync(html).length - gzipSync(bare).length).toBeLessThanOrEqual(2048);
  expect(gzipSync(html).length).toBeLessThanOrEqual(firstVisitBytes);
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

/** Per row: win rate, average sim confidence, number of bets. */
function calibrationOf(html: string): string[][] {
  const body = /<table class="cal".*?<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? "";
  return [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td class="num[^"]*">(.*?)<\/td>/gs)].map((cell) => textOf(cell[1])),
  );
}

function withoutCharts(html: string): string {
  const bare = html.replaceAll(/<figure.*?<\/figure>/gs, "");
  return bare.replace(/"charts":\{.*?"calibration":\[.*?\]\},/s, "");
}

function textOf(html = ""): string {
  return html.replaceAll(/<[^>]+>/g, "");
}
