/** Deterministic picks of fifty years or of a few weeks: sports by season, both streams, and results. */
import { addDays } from "../../app/time/calendar-date.ts";
import type { Insertable } from "kysely";
import type { Stream } from "../../app/models/bets/stream.ts";
import { proHistoryFilterSports, sports } from "../../app/models/bets/sports.ts";
import { mulberry32 } from "../../db/demo/mulberry32.ts";
import type { PicksTable } from "../../db/schema.ts";

/** In days. */
export const fiftyYears = 18_262;
const proShare = 0.25;
const winShare = 0.47;

/** The months in which a sport is played, 1 to 12. Other sports are played all year. */
const seasons: Readonly<Record<string, readonly number[]>> = {
  NBA: [10, 11, 12, 1, 2, 3, 4, 5, 6],
  MLB: [3, 4, 5, 6, 7, 8, 9, 10],
  NFL: [9, 10, 11, 12, 1, 2],
  NHL: [10, 11, 12, 1, 2, 3, 4, 5, 6],
  NCAAB: [11, 12, 1, 2, 3],
  NCAAF: [8, 9, 10, 11, 12, 1],
  KBO: [3, 4, 5, 6, 7, 8, 9, 10],
  NPB: [3, 4, 5, 6, 7, 8, 9, 10],
  MLS: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  WNBA: [5, 6, 7, 8, 9],
};
/** Relative frequency of a sport during its season; 1 by default. */
const weights: Readonly<Record<string, number>> = { NBA: 6, MLB: 6, NFL: 3, NHL: 4, NCAAB: 5, NCAAF: 3, UFC: 1 };
const teams = [
  "Harbor City",
  "North Valley",
  "Lake State",
  "Iron Hills",
  "Bay Point",
  "Red Mesa",
  "Cedar Falls",
  "Salt Flats",
  "Grand Prairie",
  "Old Mill",
  "West Ridge",
  "Pine Bluff",
] as const;

export type SeedPick = { sim_confidence: number } & Omit<Insertable<PicksTable>, "sim_confidence">;

/** `count` settled picks of the `days` up to `lastDay`, oldest first. */
export function* settledPicks(count: number, lastDay: string, days = fiftyYears): Generator<SeedPick> {
  const random = mulberry32(20_261_121);
  const offers = offersByMonth();
  for (let index = 0; index < count; index += 1) {
    const date = addDays(lastDay, Math.floor((index * days) / count) - days + 1);
    yield settle(openPick(date, index % 86_400, offers, random), random);
  }
}

export function openPicks(stream: Stream, count: number, day: string): SeedPick[] {
  const random = mulberry32(7);
  const offers = offersByMonth();
  return Array.from({ length: count }, (_, index) => ({ ...openPick(day, index * 60, offers, random), stream }));
}

function openPick(
  game_date: string,
  second: number,
  offers: readonly (readonly string[])[],
  random: () => number,
): SeedPick {
  const stream = random() < proShare ? "pro" : "regular";
  const offered = offers[Number(game_date.slice(5, 7))] ?? sports;
  const sport = oneOf(stream === "pro" ? offered.filter(isProSport) : offered, random);
  const [away, home] = [oneOf(teams, random), oneOf(teams, random)];
  const line = (Math.floor(random() * 23) - 11.5).toFixed(1);
  return {
    stream,
    sport,
    game_date,
    game: `${away} @ ${home}`,
    away,
    home,
    time: `${1 + Math.floor(random() * 11)}:${random() < 0.5 ? "05" : "40"} PM ET`,
    pick: `${home} ${line} (-110)`,
    tag: random() < 0.8 ? "SIM CERTIFIED" : "Manual Edge",
    sim_confidence: Math.round((50 + (random() + random()) * 14) * 10) / 10,
    unit_size: 0.5 + Math.floor(random() * 6) / 4,
    verdict: "",
    closing_line: "",
    beat_clv: "",
    units_result: null,
    odds: -110,
    book: "DraftKings",
    playable_to: "",
    starts_at: null,
    created_at: `${game_date}T${new Date(second * 1000).toISOString().slice(11)}`,
  };
}

function settle(pick: SeedPick, random: () => number): SeedPick {
  const won = random() < winShare;
  const units_result = won ? Math.round(pick.unit_size * 91) / 100 : -pick.unit_size;
  return {
    ...pick,
    verdict: won ? "✅" : "❌",
    closing_line: (Math.floor(random() * 23) - 11.5).toFixed(1),
    beat_clv: random() < 0.55 ? "✅" : "❌",
    units_result,
  };
}

/** The sports in season of each month, each repeated by its weight. */
function offersByMonth(): readonly (readonly string[])[] {
  return Array.from({ length: 13 }, (_, month) =>
    sports
      .filter((sport) => seasons[sport]?.includes(month) ?? true)
      .flatMap((sport) => Array<string>(weights[sport] ?? 1).fill(sport)),
  );
}

function isProSport(sport: string): boolean {
  return proHistoryFilterSports.some((proSport) => proSport === sport);
}

function oneOf<T>(choices: readonly T[], random: () => number): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error("Nothing to choose from");
  return choice;
}
