import { addDays, daysBetween } from "../../app/time/calendar-date.ts";
import { dateIn, instantIn } from "../../app/time/zone-time.ts";
import { type Stream, streams } from "../../app/models/bets/stream.ts";
import { moveDates, SPORTS, type DemoGame, type Sport } from "./games.ts";
import { closingOf, gradeOf, pickText, timeText } from "./grading.ts";
import { forecastSport } from "./model.ts";
import { offersOf, type Offer } from "./offers.ts";
import { chooseOfDay, gameText, unitSize, type Candidate } from "./selection.ts";

export interface DemoPick {
  stream: Stream;
  sport: Sport;
  game: string; // away + " @ " + home
  game_date: string; // YYYY-MM-DD
  time: string; // "7:30 PM ET", "" = unknown
  pick: string;
  away: string;
  home: string;
  market: Offer["market"];
  side: Offer["side"];
  line: number | null;
  odds: number;
  sim_confidence: number; // percent, one decimal
  tag: "SIM CERTIFIED" | "Manual Edge";
  unit_size: number;
  external_id: string; // unique in its stream
  verdict: "" | "✅" | "❌" | "➖";
  closing_line: string; // from the picked side's view; "" = open pick, or the offered line is the closing one
  closing_odds: number | null; // of a moneyline; null when open
  beat_clv: "" | "✅" | "❌"; // "" also when the line did not move
  units_result: number | null; // units; null when open
  away_score: number | null; // null when open
  home_score: number | null;
  graded_by: "" | "rule";
  published_days_before: number; // days from the publication day to game_date
  published_minute: number; // minutes after 8:00 of the publication day, 0 to 59
}

interface Day {
  date: string;
  published: string;
  offers: Offer[];
}

const TAGS = { regular: "SIM CERTIFIED", pro: "Manual Edge" } as const;
const FIRST_MINUTES: Record<Stream, number> = { regular: 0, pro: 3 };
const MINUTES_APART = 5;
/** Minutes after midnight. */
export const MORNING = 8 * 60;
const LEAD_DAYS = 2;
const OPEN_MIN = 5;
const OPEN_MAX = 12;

const MIN_SEEN: Record<Sport, number> = { NFL: 4, NCAAF: 4, NBA: 10, NCAAB: 6, MLB: 15, NHL: 10, UFC: 2 };

/**
 * All picks of both streams as of `today` (YYYY-MM-DD in the site's zone), ordered by publication. Moves the games to
 * `today` first. A pick is published two days before its game, at the latest yesterday, and uses only games before that
 * day.
 */
export function demoPicks(games: DemoGame[], today: string): DemoPick[] {
  const days = offeredDays(moveDates(games, today), addDays(today, -1));
  return byPublication(picksOf(days, today));
}

/**
 * The picks that appear in the morning of `today`, two days before their games: those of the days after `covered`, the last
 * one that has picks already. Uses only games before today.
 */
export function morningPicks(games: DemoGame[], today: string, covered: string): DemoPick[] {
  const days = offeredDays(moveDates(games, today), today).filter(
    ({ date }) => date > today && date > covered && date <= addDays(today, LEAD_DAYS),
  );
  return byPublication(
    days.flatMap((day) => {
      const chosen = chooseOfDay(day.offers.filter(isAlone));
      return streams.flatMap((stream) =>
        chosen[stream].map((candidate, index) => pickOf(stream, candidate, day, index, true)),
      );
    }),
  );
}

/** When picks appear next: at eight in the morning in `zone`. */
export function nextMorning(now: Date, zone: string): Date {
  const today = dateIn(zone, now);
  const first = instantIn(zone, today, MORNING);
  return first > now ? first : instantIn(zone, addDays(today, 1), MORNING);
}

/** Nobody could tell a pick on one game of a doubleheader from one on the other: the source has no starts. */
function isAlone({ game }: Offer, _index: number, offers: readonly Offer[]): boolean {
  return !offers.some((other) => other.game !== game && gameText(other.game) === gameText(game));
}

/** The id of a demo's pick; `order` is its place within its stream and day. */
export function externalId(gameDate: string, order: number): string {
  return `${externalIdStart}${gameDate}-${order + 1}`;
}

export const externalIdStart = "demo-";

function byPublication(picks: readonly DemoPick[]): DemoPick[] {
  const keyed = picks.map((pick) => ({ pick, key: publicationKey(pick) }));
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ pick }) => pick);
}

function offeredDays(games: DemoGame[], lastPublication: string): Day[] {
  const days = new Map<string, Day>();
  for (const { date } of games) {
    if (!days.has(date)) days.set(date, { date, published: publicationDay(date, lastPublication), offers: [] });
  }
  for (const sport of SPORTS) {
    const ofSport = games.filter((game) => game.sport === sport);
    for (const forecast of forecastSport(ofSport, (game) => days.get(game.date)?.published ?? "")) {
      if (forecast.seen >= MIN_SEEN[sport]) days.get(forecast.game.date)?.offers.push(...offersOf(forecast));
    }
  }
  return [...days.values()].sort((a, b) => compare(a.date, b.date));
}

function publicationDay(gameDate: string, last: string): string {
  const usual = addDays(gameDate, -LEAD_DAYS);
  return usual < last ? usual : last;
}

/** Both streams have open picks of the same days: a regular pick that came later could be the bet of a pro pick. */
function picksOf(days: readonly Day[], today: string): DemoPick[] {
  const picks: DemoPick[] = [];
  const publishedOn = new Map<string, number>();
  const tomorrow = addDays(today, 1);
  const open: Record<Stream, number> = { regular: 0, pro: 0 };
  for (const day of days) {
    if (day.date > tomorrow && streams.every((stream) => open[stream] >= OPEN_MIN)) break;
    const isOpen = day.date >= today;
    const choices = chooseOfDay(day.offers);
    for (const stream of streams) {
      const chosen = choices[stream].slice(0, isOpen ? OPEN_MAX - open[stream] : undefined);
      if (isOpen) open[stream] += chosen.length;
      const key = `${stream} ${day.published}`;
      const earlier = publishedOn.get(key) ?? 0;
      publishedOn.set(key, earlier + chosen.length);
      picks.push(...chosen.map((candidate, index) => pickOf(stream, candidate, day, index, isOpen, earlier)));
    }
  }
  return picks;
}

function pickOf(
  stream: Stream,
  { offer, confidence, edge }: Candidate,
  day: Day,
  order: number,
  isOpen: boolean,
  publishedBefore = 0,
): DemoPick {
  const unit_size = unitSize(edge);
  const result = isOpen ? openResult() : settledResult(offer, unit_size);
  return {
    stream,
    sport: offer.game.sport,
    game: gameText(offer.game),
    game_date: day.date,
    time: timeText(offer.game.start_time),
    pick: pickText(offer),
    away: offer.game.away,
    home: offer.game.home,
    market: offer.market,
    side: offer.side,
    line: offer.line,
    odds: offer.price,
    sim_confidence: Math.round(confidence * 1000) / 10,
    tag: TAGS[stream],
    external_id: externalId(day.date, order),
    unit_size,
    ...result,
    published_days_before: daysBetween(day.published, day.date),
    published_minute: FIRST_MINUTES[stream] + MINUTES_APART * (publishedBefore + order),
  };
}

type Result = Pick<
  DemoPick,
  "verdict" | "closing_line" | "closing_odds" | "beat_clv" | "units_result" | "away_score" | "home_score" | "graded_by"
>;

const openPart = { away_score: null, home_score: null, graded_by: "" } as const;

function openResult(): Result {
  return { verdict: "", closing_line: "", closing_odds: null, beat_clv: "", units_result: null, ...openPart };
}

function settledResult(offer: Offer, units: number): Result {
  const { away_score, home_score } = offer.game;
  return { ...gradeOf(offer, units), ...closingOf(offer), away_score, home_score, graded_by: "rule" };
}

function publicationKey(pick: DemoPick): string {
  return `${addDays(pick.game_date, -pick.published_days_before)} ${String(pick.published_minute).padStart(2, "0")}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
