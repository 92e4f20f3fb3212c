import { readFileSync } from "node:fs";
import { addDays, daysBetween } from "../../app/time/calendar-date.ts";
import { parseCsv } from "./csv.ts";

export const SPORTS = ["NFL", "NCAAF", "NBA", "NCAAB", "MLB", "NHL", "UFC"] as const;
export type Sport = (typeof SPORTS)[number];

/**
 * Spreads are the home side's handicap (negative = home favoured), prices are American odds; null = not in the source.
 * UFC scores: 1 = winner, 0 = loser; 0-0 is a draw or no contest.
 */
export interface DemoGame {
  sport: Sport;
  source_date: string; // YYYY-MM-DD as played
  date: string; // YYYY-MM-DD as shown; equals source_date until moved
  start_time: string; // HH:MM US Eastern, "" = unknown
  away: string;
  home: string;
  away_score: number;
  home_score: number;
  open_spread: number | null;
  close_spread: number | null;
  open_total: number | null;
  close_total: number | null;
  ml_away: number | null;
  ml_home: number | null;
  spread_odds_home: number | null;
  spread_odds_away: number | null;
  over_odds: number | null;
  under_odds: number | null;
}

/** Their dates and times are days and hours there. */
export const gamesZone = "America/New_York";
const YEAR_DAYS = 364;
const PREVIEW_DAYS = 7;

/**
 * First day of the newest season in the files. UFC has no season: its newest 52 weeks, so that some card is always
 * near.
 */
const NEWEST_SEASON: Record<Sport, string> = {
  NFL: "2025-09-04",
  NCAAF: "2025-08-23",
  NBA: "2021-10-19",
  NCAAB: "2010-11-08",
  MLB: "2021-04-01",
  NHL: "2021-10-12",
  UFC: "2025-04-05",
};

/** The games at their real dates, sorted by date within each sport. */
export function loadGames(): DemoGame[] {
  const names = new Map(
    readRows("teams.csv").map((row) => [`${text(row, "sport")} ${text(row, "id")}`, text(row, "name")]),
  );
  return SPORTS.flatMap((sport) =>
    readRows(`games-${sport.toLowerCase()}.csv`).map((row) => readGame(sport, row, names)),
  );
}

/**
 * Moves each sport's dates by a multiple of 364 days, so that its newest season is the latest one begun by `today` or
 * within the week after. Keeps weekdays; idempotent.
 */
export function moveDates(games: DemoGame[], today: string): DemoGame[] {
  const moved = new Map(SPORTS.map((sport) => [sport, new Map<string, string>()]));
  return games.map((game) => {
    const dates = moved.get(game.sport);
    const date = dates?.get(game.source_date) ?? addDays(game.source_date, shiftOf(game.sport, today));
    dates?.set(game.source_date, date);
    return { ...game, date };
  });
}

/** As of `today`, and as of a year before: a pick of before a new season is on a game that has moved on since. */
export function moveDatesTwice(games: DemoGame[], today: string): DemoGame[] {
  return [today, addDays(today, -YEAR_DAYS)].flatMap((day) => moveDates(games, day));
}

function shiftOf(sport: Sport, today: string): number {
  return Math.floor((daysBetween(NEWEST_SEASON[sport], today) + PREVIEW_DAYS) / YEAR_DAYS) * YEAR_DAYS;
}

function readRows(file: string): Map<string, string>[] {
  return parseCsv(readFileSync(new URL(file, import.meta.url), "utf8"));
}

function readGame(sport: Sport, row: Map<string, string>, names: Map<string, string>): DemoGame {
  const date = text(row, "date");
  return {
    sport,
    source_date: date,
    date,
    start_time: row.get("start_time") ?? "",
    away: nameOf(names, sport, text(row, "away")),
    home: nameOf(names, sport, text(row, "home")),
    away_score: Number(text(row, "away_score")),
    home_score: Number(text(row, "home_score")),
    open_spread: figure(row, "open_spread_home"),
    close_spread: figure(row, "close_spread_home"),
    open_total: figure(row, "open_total"),
    close_total: figure(row, "close_total"),
    ml_away: figure(row, "close_ml_away"),
    ml_home: figure(row, "close_ml_home"),
    spread_odds_home: figure(row, "spread_odds_home"),
    spread_odds_away: figure(row, "spread_odds_away"),
    over_odds: figure(row, "over_odds"),
    under_odds: figure(row, "under_odds"),
  };
}

function nameOf(names: Map<string, string>, sport: Sport, id: string): string {
  const name = names.get(`${sport} ${id}`);
  if (name === undefined) throw new Error(`teams.csv lacks ${sport} ${id}`);
  return name;
}

function text(row: Map<string, string>, column: string): string {
  const value = row.get(column);
  if (value === undefined || value === "") throw new Error(`a demo row lacks ${column}`);
  return value;
}

function figure(row: Map<string, string>, column: string): number | null {
  const value = row.get(column) ?? "";
  return value === "" ? null : Number(value);
}
