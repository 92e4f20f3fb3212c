/** A stand-in for The Odds API, version 4, on loopback: its documented answers, and faults. */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";

export const oddsKey = "key-of-the-tests";

export interface ListedGame {
  id: string;
  sport_key: string;
  commence_time: string;
  home_team: string;
  away_team: string;
  /** Home, away. */
  scores: readonly [string, string] | null;
  completed: boolean;
  books: ListedBook[];
}

export interface ListedBook {
  key: string;
  last_update: string;
  markets: { key: string; outcomes: { name: string; price: number; point?: number }[] }[];
}

/** "late" never answers, "cut" breaks off in the middle. */
export type Fault = "late" | "empty" | "limited" | "error" | "cut" | "no-json" | "no-list" | "moved";

export interface OddsApi {
  base: string;
  games: ListedGame[];
  fault: Fault | null;
  /** The cost of a call as the service reports it; null = the documented one. */
  says: string | null;
  /** The kind and the sport of each call: "scores basketball_nba". */
  calls: string[];
  close: () => void;
}

export async function startOddsApi(): Promise<OddsApi> {
  const server = createServer((request, response) => answer(api, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const api: OddsApi = {
    base: `http://127.0.0.1:${port}`,
    games: [],
    fault: null,
    says: null,
    calls: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return api;
}

function answer(api: OddsApi, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", api.base);
  const [, sport = "", kind = ""] = /^\/v4\/sports\/(\w+)\/(scores|odds)\/$/.exec(pathname) ?? [];
  api.calls.push(`${kind} ${sport}`);
  const refuse = (status: number, error_code: string) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ message: "", error_code }));
  if (searchParams.get("apiKey") !== oddsKey) return void refuse(401, "INVALID_KEY");
  if (kind === "") return void refuse(404, "UNKNOWN_SPORT");
  const markets = searchParams.get("markets")?.split(",") ?? [];
  if (kind === "odds" && (markets.length === 0 || searchParams.get("regions") !== "us"))
    return void refuse(422, "INVALID_MARKET");
  if (api.fault === "late") return;
  if (api.fault === "limited") return void response.writeHead(429, { "retry-after": "7" }).end("{}");
  if (api.fault === "error") return void response.writeHead(500).end("<h1>Internal Server Error</h1>");
  if (api.fault === "moved") return void response.writeHead(302, { location: `${api.base}/elsewhere` }).end();
  const games = api.fault === "empty" ? [] : api.games.filter(({ sport_key }) => sport_key === sport);
  const listed = games.map((game) => (kind === "scores" ? scored(game) : priced(game, markets)));
  // The service counts no empty answer of prices.
  const cost = kind === "scores" ? 2 : games.length === 0 ? 0 : markets.length;
  response.setHeader("x-requests-last", api.says ?? String(cost));
  response.setHeader("content-type", "application/json");
  send(api.fault, JSON.stringify(api.fault === "no-list" ? { message: "ok" } : listed), response);
}

function send(fault: Fault | null, text: string, response: ServerResponse): void {
  if (fault === "no-json") return void response.end(`<html>${text}</html>`);
  if (fault !== "cut") return void response.end(text);
  response.setHeader("content-length", text.length);
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
}

function scored({ id, sport_key, commence_time, home_team, away_team, scores, completed }: ListedGame) {
  return {
    id,
    sport_key,
    sport_title: "",
    commence_time,
    completed,
    home_team,
    away_team,
    scores: scores && [
      { name: home_team, score: scores[0] },
      { name: away_team, score: scores[1] },
    ],
    last_update: scores === null ? null : commence_time,
  };
}

function priced({ id, sport_key, commence_time, home_team, away_team, books }: ListedGame, markets: readonly string[]) {
  return {
    id,
    sport_key,
    sport_title: "",
    commence_time,
    home_team,
    away_team,
    bookmakers: books.map(({ key, last_update, markets: offered }) => ({
      key,
      title: key,
      last_update,
      markets: offered.filter((market) => markets.includes(market.key)).map((market) => ({ ...market, last_update })),
    })),
  };
}
