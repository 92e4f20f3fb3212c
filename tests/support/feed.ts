/** A feed on loopback, with a clock that tests move and picks on the games that it lists. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { db } from "../../app/db.server.ts";
import { oddsApi } from "../../app/feeds/odds-api.server.ts";
import type { FeedMode } from "../../app/models/feed/feed-results.server.ts";
import { runFeed } from "../../app/models/feed/run-feed.server.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import { actorOf, pickFields } from "./database/factories.ts";
import { forgetLedger } from "./database/forget-ledger.ts";
import { type ListedBook, type ListedGame, type OddsApi, oddsKey, startOddsApi } from "./odds-api.ts";

/** 7:30 PM in New York. */
export const start = Date.parse("2026-11-21T00:30:00.000Z");
export const minute = 60_000;
export const hour = 60 * minute;

export const admin = actorOf("admin");

/** Starts the stand-in for a test file, and empties what a test left. */
export function useOddsApi(): () => OddsApi {
  let api: OddsApi;
  beforeAll(async () => {
    api = await startOddsApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    Object.assign(api, { games: [], fault: null, says: null, calls: [] });
    vi.useFakeTimers({ toFake: ["Date"], now: start - hour });
    await forgetLedger({ db });
    for (const table of ["picks", "results", "feed_games", "team_aliases"] as const)
      await db.deleteFrom(table).execute();
    await db
      .updateTable("feed")
      .set({
        month: "",
        spent: 0,
        scores_cost: 0,
        price_cost: 0,
        busy_until: null,
        failures: 0,
        failing_since: null,
        problem: "",
        next_try_at: null,
        spent_since: null,
      })
      .execute();
  });
  afterEach(() => void vi.useRealTimers());
  return () => api;
}

/** Celtics @ Knicks at 7:30 PM, not over. */
export function listed(changes: Partial<ListedGame> = {}): ListedGame {
  return {
    id: "game-1",
    sport_key: "basketball_nba",
    commence_time: new Date(start).toISOString(),
    away_team: "Boston Celtics",
    home_team: "New York Knicks",
    scores: null,
    completed: false,
    books: [],
    ...changes,
  };
}

/** Over, with the points of the home side first. */
export function over(home = "112", away = "104", changes: Partial<ListedGame> = {}): ListedGame {
  return listed({ scores: [home, away], completed: true, ...changes });
}

/** A book with the spread of the home side, at -110 both ways. */
export function spreadAt(home: number, changes: Partial<ListedBook> = {}): ListedBook {
  return {
    key: "book",
    last_update: new Date(start - 10 * minute).toISOString(),
    markets: [
      {
        key: "spreads",
        outcomes: [
          { name: "New York Knicks", price: -110, point: home },
          { name: "Boston Celtics", price: -110, point: -home },
        ],
      },
    ],
    ...changes,
  };
}

/** Knicks +2.5 for 1.5 units at -110, published now: at first an hour before the start. */
export async function openPick(changes: Readonly<Record<string, unknown>> = {}): Promise<number> {
  return (await regularPicks.addPick(admin, pickFields({ odds: "-110", ...changes }))).id;
}

export async function rowOf(id: number) {
  return db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export function results() {
  return db.selectFrom("results").selectAll().orderBy("id").execute();
}

export function feedRow() {
  return db.selectFrom("feed").selectAll().executeTakeFirstOrThrow();
}

interface Run {
  mode?: FeedMode;
  monthly?: number;
  waitMs?: number;
}

/** Does what the server's job does at that time. */
export async function runAt(api: OddsApi, at: number, { mode = "apply", monthly = 500, waitMs }: Run = {}) {
  vi.setSystemTime(at);
  const feed = oddsApi({ key: oddsKey, base: api.base, ...(waitMs === undefined ? {} : { waitMs }) });
  return runFeed({ feed, monthly, mode, clock: () => new Date() });
}
