/** The interface of a feed of results and prices. Another service needs one file that makes a ResultsFeed. Pure. */
import type { Market, Side } from "../models/bets/bet.ts";
import type { ResultStatus } from "../models/bets/grade.ts";

export interface ResultsFeed {
  /** The name that people know: "The Odds API". */
  readonly name: string;
  /** Its sports, as ours are called. */
  readonly scoredSports: readonly string[];
  readonly pricedSports: readonly string[];
  /** It knows scores of so many days back. */
  readonly scoresDays: number;
  /** In the service's credits. */
  readonly cost: { readonly scores: number; readonly market: number };
  /** Games of at least the last `days` days, with those that are not over. Throws a FeedFailure. */
  readScores: (sport: string, days: number) => Promise<Answer<FeedGame>>;
  /** Games that have not started. Throws a FeedFailure. */
  readPrices: (sport: string, markets: readonly PricedMarket[]) => Promise<Answer<PricedGame>>;
}

export interface Answer<Found> {
  games: Found[];
  /** Says in words what could not be read; '' = everything was read. */
  unread: string;
  /** The cost of the call as the service reports it; null = it reports nothing. */
  cost: number | null;
}

interface NamedGame {
  /** The feed's own name of the game. */
  external_id: string;
  away: string;
  home: string;
  /** ISO, UTC; null = the feed knows its date alone. */
  starts_at: string | null;
  /** YYYY-MM-DD, where it is played: the date that its league names. */
  game_date: string;
}

export interface FeedGame extends NamedGame {
  /** "" = it is not over. */
  status: ResultStatus | "";
  away_score: number | null;
  home_score: number | null;
  /** Only feeds that tell the closing prices after the game have it. */
  prices: BookPrices[];
}

export interface PricedGame extends NamedGame {
  prices: BookPrices[];
}

export type PricedMarket = Exclude<Market, "other">;

/** One market of a game at one book. */
export interface BookPrices {
  market: PricedMarket;
  /** ISO, UTC. */
  updated_at: string;
  quotes: Quote[];
}

export interface Quote {
  side: Side;
  /** For the side: Celtics -3.5 is -3.5. Null for a moneyline. */
  line: number | null;
  /** American; null = the feed does not know it. */
  price: number | null;
}

/** `unreachable`: no answer, or an error of the service. `refused`: the key. `limited`: too many calls. */
export type FeedProblem = "unreachable" | "refused" | "limited" | "unreadable";

/** A call that brought nothing. */
export class FeedFailure extends Error {
  readonly problem: FeedProblem;
  /** The cost of the call; null = unknown. */
  readonly cost: number | null;
  /** The wait that the service asks for. */
  readonly retryAfterMs: number;

  constructor(problem: FeedProblem, message: string, cost: number | null, retryAfterMs = 0) {
    super(message);
    this.problem = problem;
    this.cost = cost;
    this.retryAfterMs = retryAfterMs;
  }
}
