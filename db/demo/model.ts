import { eloProbability, log5, marginFactor } from "./elo.ts";
import { daysBetween } from "../../app/time/calendar-date.ts";
import type { DemoGame, Sport } from "./games.ts";
import { marginOf } from "./simulation.ts";

/** The expected result in points (UFC: in standard deviations of performance; total unused). */
export interface Forecast {
  game: DemoGame;
  margin: number; // home minus away
  margin_sd: number;
  total: number;
  total_sd: number;
  second_margin: number; // the second opinion's
  seen: number; // earlier games of the side that has fewer
}

interface Setting {
  score: number; // points of a side, first guess
  home_edge: number; // points, first guess
  margin_sd: number; // first guess
  total_sd: number; // first guess
  rate: number; // share of a surprise that goes into a rating
  elo_k: number;
  elo_home: number;
}

interface Side {
  attack: number; // points scored above the average
  defence: number; // points allowed below the average
  elo: number; // above the average
  wins: number;
  seen: number;
}

interface League {
  score: number;
  home_edge: number; // points
  margin_variance: number;
  total_variance: number;
}

/**
 * Learning rates and home edges, chosen for the smallest error of forecast scores and winners in seasons before the
 * demo's files (NFL 2012-21, NBA 2012-18, MLB 2013-19, NHL 2012-19, NCAAF 2021-22, NCAAB 2007-08, UFC 2010-21), never
 * by betting results.
 */
const SETTINGS: Record<Sport, Setting> = {
  NFL: { score: 22.5, home_edge: 2, margin_sd: 13.4, total_sd: 13.8, rate: 0.06, elo_k: 20, elo_home: 45 },
  NCAAF: { score: 28, home_edge: 3, margin_sd: 17, total_sd: 16.7, rate: 0.13, elo_k: 40, elo_home: 45 },
  NBA: { score: 110, home_edge: 2.7, margin_sd: 12.5, total_sd: 18, rate: 0.04, elo_k: 10, elo_home: 70 },
  NCAAB: { score: 69, home_edge: 3.5, margin_sd: 11.3, total_sd: 17.5, rate: 0.08, elo_k: 30, elo_home: 110 },
  MLB: { score: 4.5, home_edge: 0.2, margin_sd: 4.3, total_sd: 4.4, rate: 0.01, elo_k: 4, elo_home: 24 },
  NHL: { score: 2.9, home_edge: 0.25, margin_sd: 2.4, total_sd: 2.2, rate: 0.01, elo_k: 8, elo_home: 40 },
  UFC: { score: 0, home_edge: 0, margin_sd: 1, total_sd: 1, rate: 0, elo_k: 70, elo_home: 0 },
};

const LEAGUE_RATE = 0.005;
const OFF_SEASON_DAYS = 60;
const KEPT_OVER_OFF_SEASON = 2 / 3;
const EVEN_RECORD = 8; // bouts, half of them won, added to each fighter's record

/** Games must be in date order. A forecast uses only games before `publication(game)`, which must not decrease. */
export function forecastSport(games: DemoGame[], publication: (game: DemoGame) => string): Forecast[] {
  const [first] = games;
  if (first === undefined) return [];
  const setting = SETTINGS[first.sport];
  const league = openingLeague(setting);
  const sides = new Map<string, Side>();
  let learned = 0;
  return games.map((game) => {
    const day = publication(game);
    for (let next = games[learned]; next !== undefined && next.date < day; next = games[learned]) {
      if (isNewSeason(games[learned - 1], next)) restOverOffSeason(sides);
      learn(next, setting, league, sides);
      learned += 1;
    }
    return forecast(game, setting, league, sides);
  });
}

function openingLeague(setting: Setting): League {
  return {
    score: setting.score,
    home_edge: setting.home_edge,
    margin_variance: setting.margin_sd ** 2,
    total_variance: setting.total_sd ** 2,
  };
}

function forecast(game: DemoGame, setting: Setting, league: League, sides: Map<string, Side>): Forecast {
  const home = sideOf(sides, game.home);
  const away = sideOf(sides, game.away);
  const points = expectedPoints(home, away, league);
  const elo = marginOf(eloProbability(home.elo - away.elo + setting.elo_home));
  const seen = Math.min(home.seen, away.seen);
  if (game.sport === "UFC") {
    return {
      game,
      margin: elo,
      margin_sd: 1,
      total: 0,
      total_sd: 1,
      second_margin: marginOf(log5(record(home), record(away))),
      seen,
    };
  }
  const margin_sd = Math.sqrt(league.margin_variance);
  return {
    game,
    margin: points.home - points.away,
    margin_sd,
    total: points.home + points.away,
    total_sd: Math.sqrt(league.total_variance),
    second_margin: elo * margin_sd,
    seen,
  };
}

/** League average ± half the home edge + own attack - the other side's defence. */
function expectedPoints(home: Side, away: Side, league: League): { home: number; away: number } {
  return {
    home: league.score + league.home_edge / 2 + home.attack - away.defence,
    away: league.score - league.home_edge / 2 + away.attack - home.defence,
  };
}

/** A stochastic gradient step on the squared error of the points. */
function learn(game: DemoGame, setting: Setting, league: League, sides: Map<string, Side>): void {
  const home = sideOf(sides, game.home);
  const away = sideOf(sides, game.away);
  learnWinner(game, setting, home, away);
  home.seen += 1;
  away.seen += 1;
  const expected = expectedPoints(home, away, league);
  const homeSurprise = game.home_score - expected.home;
  const awaySurprise = game.away_score - expected.away;
  home.attack += setting.rate * homeSurprise;
  away.defence -= setting.rate * homeSurprise;
  away.attack += setting.rate * awaySurprise;
  home.defence -= setting.rate * awaySurprise;
  league.score += (LEAGUE_RATE * (homeSurprise + awaySurprise)) / 2;
  league.home_edge += LEAGUE_RATE * (homeSurprise - awaySurprise);
  league.margin_variance += LEAGUE_RATE * ((homeSurprise - awaySurprise) ** 2 - league.margin_variance);
  league.total_variance += LEAGUE_RATE * ((homeSurprise + awaySurprise) ** 2 - league.total_variance);
}

function learnWinner(game: DemoGame, setting: Setting, home: Side, away: Side): void {
  const margin = game.home_score - game.away_score;
  home.wins += margin === 0 ? 0.5 : Number(margin > 0);
  away.wins += margin === 0 ? 0.5 : Number(margin < 0);
  if (margin === 0) return;
  const lead = home.elo - away.elo + setting.elo_home;
  const surprise = (margin > 0 ? 1 : 0) - eloProbability(lead);
  const factor = game.sport === "UFC" ? 1 : marginFactor(Math.abs(margin), margin > 0 ? lead : -lead);
  home.elo += setting.elo_k * factor * surprise;
  away.elo -= setting.elo_k * factor * surprise;
}

function record(side: Side): number {
  return (side.wins + EVEN_RECORD / 2) / (side.seen + EVEN_RECORD);
}

function isNewSeason(previous: DemoGame | undefined, next: DemoGame): boolean {
  return previous !== undefined && next.sport !== "UFC" && daysBetween(previous.date, next.date) > OFF_SEASON_DAYS;
}

function restOverOffSeason(sides: Map<string, Side>): void {
  for (const side of sides.values()) {
    side.attack *= KEPT_OVER_OFF_SEASON;
    side.defence *= KEPT_OVER_OFF_SEASON;
    side.elo *= KEPT_OVER_OFF_SEASON;
  }
}

function sideOf(sides: Map<string, Side>, name: string): Side {
  const existing = sides.get(name);
  if (existing !== undefined) return existing;
  const side = { attack: 0, defence: 0, elo: 0, wins: 0, seen: 0 };
  sides.set(name, side);
  return side;
}
