/** The Odds API, version 4: https://the-odds-api.com/liveapi/guides/v4/ */
import { z } from "zod";
import { secondMs } from "../time/durations.ts";
import type { Side } from "../models/bets/bet.ts";
import { dateIn } from "../time/zone-time.ts";
import {
  type Answer,
  type BookPrices,
  type FeedGame,
  type PricedGame,
  type PricedMarket,
  type Quote,
  type ResultsFeed,
  FeedFailure,
} from "./provider.ts";

const scoredSports: Readonly<Record<string, string>> = {
  NFL: "americanfootball_nfl",
  NCAAF: "americanfootball_ncaaf",
  NBA: "basketball_nba",
  WNBA: "basketball_wnba",
  NCAAB: "basketball_ncaab",
  MLB: "baseball_mlb",
  NHL: "icehockey_nhl",
  MLS: "soccer_usa_mls",
};
/** The service has prices of these, and no scores. */
const pricedOnly: Readonly<Record<string, string>> = {
  UFC: "mma_mixed_martial_arts",
  KBO: "baseball_kbo",
  NPB: "baseball_npb",
};
const leagueZones: Readonly<Record<string, string>> = { baseball_kbo: "Asia/Seoul", baseball_npb: "Asia/Tokyo" };
const sportKeys = { ...scoredSports, ...pricedOnly };
const marketKeys = { moneyline: "h2h", spread: "spreads", total: "totals" } as const;

const keyCodes: readonly number[] = [401, 403];
const tooManyCode = 429;

const scoresDays = 3;
const longestAnswer = 8 * 1024 * 1024;
const mostGames = 2000;
const longestWaitMs = 20 * secondMs;

const instant = z.iso.datetime().transform((text) => new Date(text).toISOString());
const name = z.string().min(1).max(100);
const event = z.object({
  id: z.string().min(1).max(100),
  sport_key: z.string(),
  commence_time: instant,
  home_team: name,
  away_team: name,
});
const scoredEvent = event.extend({
  completed: z.boolean(),
  scores: z.array(z.object({ name, score: z.string().regex(/^\d{1,4}$/) })).nullable(),
});
const outcome = z.object({ name, price: z.number(), point: z.number().optional() });
const pricedEvent = event.extend({
  bookmakers: z.array(
    z.object({
      last_update: instant.optional(),
      markets: z.array(z.object({ key: z.string(), last_update: instant.optional(), outcomes: z.array(outcome) })),
    }),
  ),
});
type Event = z.output<typeof event>;

interface Settings {
  key: string;
  base: string;
  /** Tests set it. */
  waitMs?: number;
}

export function oddsApi(settings: Settings): ResultsFeed {
  return {
    name: "The Odds API",
    scoredSports: Object.keys(scoredSports),
    pricedSports: Object.keys(sportKeys),
    scoresDays,
    cost: { scores: 2, market: 1 },
    async readScores(sport) {
      const answer = await ask(settings, `${sportKeys[sport]}/scores`, { daysFrom: String(scoresDays) });
      return readEach(answer, scoredEvent, asFeedGame);
    },
    async readPrices(sport, markets) {
      const answer = await ask(settings, `${sportKeys[sport]}/odds`, {
        regions: "us",
        oddsFormat: "american",
        markets: markets.map((market) => marketKeys[market]).join(","),
      });
      return readEach(answer, pricedEvent, asPricedGame);
    },
  };
}

interface Received {
  body: unknown;
  cost: number | null;
}

/** Its messages never have the address, which holds the key. */
async function ask(
  { key, base, waitMs = longestWaitMs }: Settings,
  path: string,
  query: Record<string, string>,
): Promise<Received> {
  const search = new URLSearchParams({ apiKey: key, dateFormat: "iso", ...query });
  const url = `${base.replace(/\/+$/, "")}/v4/sports/${path}/?${search}`;
  const signal = AbortSignal.timeout(waitMs);
  // Another address must not get the key.
  const response = await fetch(url, { signal, redirect: "error" }).catch(() => {
    throw new FeedFailure("unreachable", "It can't be reached, or its answer took too long.", null);
  });
  const cost = costOf(response.headers.get("x-requests-last"));
  if (!response.ok) {
    await response.body?.cancel();
    throw failureOf(response, cost ?? 0);
  }
  const text = await readText(response).catch(() => {
    throw new FeedFailure("unreachable", "Its answer broke off or was too long.", cost);
  });
  try {
    return { body: JSON.parse(text), cost };
  } catch {
    throw new FeedFailure("unreadable", "Its answer is no JSON.", cost);
  }
}

function costOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** An error is not charged, unless the service says so. */
function failureOf({ status, headers }: Response, cost: number): FeedFailure {
  if (keyCodes.includes(status))
    return new FeedFailure("refused", `It refuses the key, or the key's credits are used up (${status}).`, cost);
  if (status === tooManyCode) {
    const seconds = costOf(headers.get("retry-after")) ?? 0;
    return new FeedFailure("limited", "It says that it was called too often (429).", cost, seconds * secondMs);
  }
  return new FeedFailure("unreachable", `It answered with an error (${status}).`, cost);
}

/** Throws when it breaks off or is too long. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  const reader = response.body?.getReader();
  for (let length = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    parts.push(value);
    if (length <= longestAnswer) continue;
    await reader.cancel();
    throw new Error("too long");
  }
  return Buffer.concat(parts).toString("utf8");
}

function readEach<Sent, Found>(
  { body, cost }: Received,
  schema: z.ZodType<Sent>,
  read: (sent: Sent) => Found | null,
): Answer<Found> {
  if (!Array.isArray(body)) throw new FeedFailure("unreadable", "Its answer is no list of games.", cost);
  if (body.length > mostGames) throw new FeedFailure("unreadable", "Its answer has too many games.", cost);
  const games: Found[] = [];
  let unread = 0;
  for (const item of body) {
    const parsed = schema.safeParse(item);
    const game = parsed.success ? read(parsed.data) : null;
    if (game === null) unread += 1;
    else games.push(game);
  }
  return { games, cost, unread: unread === 0 ? "" : `${unread} of ${body.length} games could not be read.` };
}

function namedGame({ id, sport_key, commence_time, home_team, away_team }: Event) {
  const game_date = dateIn(leagueZones[sport_key] ?? "America/New_York", new Date(commence_time));
  return { external_id: id, starts_at: commence_time, game_date, away: away_team, home: home_team };
}

/** Null for a game that is over without both scores, or has a score of somebody else. */
function asFeedGame(sent: z.output<typeof scoredEvent>): FeedGame | null {
  const open = { ...namedGame(sent), status: "" as const, away_score: null, home_score: null, prices: [] };
  if (sent.home_team === sent.away_team) return null;
  if (!sent.completed) return open;
  const scoreOf = (team: string) => {
    const [score, ...others] = (sent.scores ?? []).filter((each) => each.name === team);
    return score && others.length === 0 ? Number(score.score) : null;
  };
  const [away_score, home_score] = [scoreOf(sent.away_team), scoreOf(sent.home_team)];
  if (away_score === null || home_score === null || sent.scores?.length !== 2) return null;
  return { ...open, status: "final", away_score, home_score };
}

function asPricedGame(sent: z.output<typeof pricedEvent>): PricedGame | null {
  if (sent.home_team === sent.away_team) return null;
  const prices = sent.bookmakers.flatMap((book) =>
    book.markets.flatMap(({ key, last_update = book.last_update, outcomes }): BookPrices[] => {
      const market = marketOf(key);
      if (market === null || last_update === undefined) return [];
      const quotes = outcomes.map((each) => asQuote(each, market, sent));
      return quotes.every((quote) => quote !== null) ? [{ market, updated_at: last_update, quotes }] : [];
    }),
  );
  return { ...namedGame(sent), prices };
}

function marketOf(key: string): PricedMarket | null {
  return (["moneyline", "spread", "total"] as const).find((market) => marketKeys[market] === key) ?? null;
}

/** Null for a name that is no side of this game. */
function asQuote(sent: z.output<typeof outcome>, market: PricedMarket, game: Event): Quote | null {
  const side = sideOf(sent.name, market, game);
  return side && { side, line: sent.point ?? null, price: sent.price };
}

function sideOf(name: string, market: PricedMarket, { home_team, away_team }: Event): Side | null {
  if (market === "total") return { Over: "over" as const, Under: "under" as const }[name] ?? null;
  if (name === home_team) return "home";
  if (name === away_team) return "away";
  return market === "moneyline" && name === "Draw" ? "draw" : null;
}
