/** Reads and stores the results of games. */
import { z } from "zod";
import type { Db, ResultRow } from "../../db.server.ts";
import { hasWinnerOnly } from "../bets/final-text.ts";
import { maxScore, resultStatuses } from "../bets/grade.ts";
import { sports } from "../bets/sports.ts";
import { calendarDate, decimal, oneOf, textLine } from "../fields.ts";
import type { Caller } from "../operation.server.ts";
import { startsAt } from "../picks/pick-input.server.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import { type NameKeys, type ResultName, grouped, isSameGame, keysWith, nameKey } from "./games.ts";
import { readStatus, statusProblem } from "./result-status.ts";

const score = decimal({ min: 0, max: maxScore, decimals: 0 });
const status = z
  .preprocess(
    (value) => (typeof value === "string" ? readStatus(value.trim()) : (value ?? "")),
    z.enum(["", ...resultStatuses], { error: ({ input }) => statusProblem(typeof input === "string" ? input : "") }),
  )
  .transform((read) => read || "final")
  .meta({ description: "Also usual words, like F/OT, PPD or Canceled." });
const required = (text: string) => text !== "";

/** A game's result, as programs, pasted tables and the form send it. */
export const resultFields = z
  .object(
    {
      sport: oneOf(sports, "Choose a sport."),
      game_date: calendarDate.refine(required, "Enter the game's date."),
      away: textLine(100).refine(required, "Enter the away side."),
      home: textLine(100).refine(required, "Enter the home side."),
      away_score: score,
      home_score: score,
      status,
      starts_at: startsAt,
      external_id: textLine(100),
    },
    { error: "Must be an object." },
  )
  .superRefine(({ sport, away_score, home_score, status }, issues) => {
    const refuse = (field: string, message: string) => issues.addIssue({ code: "custom", path: [field], message });
    if (away_score === null && (status === "final" || home_score !== null)) refuse("away_score", "Enter both scores.");
    if (home_score === null && (status === "final" || away_score !== null)) refuse("home_score", "Enter both scores.");
    if (hasWinnerOnly(sport) && Math.max(away_score ?? 0, home_score ?? 0) > 1)
      refuse("away_score", `In ${sport} the winner has 1 and the loser 0.`);
  });

/**
 * `starts_at` null = unknown; `external_id` is the game's id, '' = unknown. Scores are null when the game was not
 * played.
 */
export type ResultValues = z.output<typeof resultFields>;

type Scored = Pick<ResultValues, "status" | "away_score" | "home_score">;

export function isSameScore(one: Scored, other: Scored): boolean {
  return one.status === other.status && one.away_score === other.away_score && one.home_score === other.home_score;
}

export interface KnownResults {
  /** By sport, date and teams, each list with the newest first. */
  byTeams: Map<string, ResultRow[]>;
  keys: NameKeys;
}

/** Reads the results of the days of these games. */
export async function resultsOn(
  source: Db,
  games: readonly Pick<ResultName, "sport" | "game_date">[],
  keys: NameKeys,
): Promise<KnownResults> {
  if (games.length === 0) return { byTeams: new Map(), keys };
  const unique = (values: string[]) => [...new Set(values)];
  const rows = await source
    .selectFrom("results")
    .selectAll()
    .where("sport", "in", unique(games.map(({ sport }) => sport)))
    .where("game_date", "in", unique(games.map(({ game_date }) => game_date)))
    .orderBy("id", "desc")
    .execute();
  return { byTeams: grouped(rows, (row) => teamsKey(row, keys)), keys };
}

type Teams = Pick<ResultName, "sport" | "game_date" | "away" | "home">;

export function teamsKey({ sport, game_date, away, home }: Teams, keys: NameKeys): string {
  return JSON.stringify([sport, game_date, keys(sport, away), keys(sport, home)]);
}

function rowsOf(game: ResultName, { byTeams, keys }: KnownResults): ResultRow[] {
  return byTeams.get(teamsKey(game, keys)) ?? [];
}

/** The newest result that `counts` accepts; undefined when there is none. */
export function newestOf(
  game: ResultName,
  known: KnownResults,
  counts: (row: ResultRow) => boolean = () => true,
): ResultRow | undefined {
  return rowsOf(game, known).find((row) => counts(row) && isSameGame(row, game) !== false);
}

/**
 * Returns the stored result of a game; undefined when there is none. With two games on that day, it returns only a
 * result that names the game. It never returns one that was stored before the game began.
 */
export function resultOfGame(game: ResultName, known: KnownResults, isOfTwo = false): ResultRow | undefined {
  const rows = rowsOf(game, known);
  const needsName = isOfTwo || rows.some((row) => rows.some((other) => isSameGame(row, other) === false));
  const counts = (row: ResultRow) =>
    row.entered_at >= (game.starts_at ?? "") && (!needsName || isSameGame(row, game) === true);
  return newestOf(game, known, counts);
}

/** True if there is another game of that day between the same two teams, with a result or among `others`. */
export function isOneOfTwo(game: ResultName, known: KnownResults, others: readonly ResultName[]): boolean {
  const teams = teamsKey(game, known.keys);
  const ofTeams = [...rowsOf(game, known), ...others.filter((other) => teamsKey(other, known.keys) === teams)];
  return ofTeams.some((other) => isSameGame(other, game) === false);
}

/**
 * Stores a result unless the newest one of its game says the same. Returns the id of the new row; null when nothing was
 * stored.
 */
export async function storeResult(
  trx: Db,
  caller: Caller,
  values: ResultValues,
  known: KnownResults,
): Promise<number | null> {
  const source = sourceOf(caller);
  const before = newestOf(values, known);
  // A feed that repeats its last result must not replace a newer one that people entered.
  const said = source === "feed" ? newestOf(values, known, (row) => row.source === source) : before;
  if ([before, said].some((row) => row && isSameScore(row, values))) return null;
  const row = await trx
    .insertInto("results")
    .values({ ...values, source, entered_at: new Date().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
  known.byTeams.set(teamsKey(row, known.keys), [row, ...rowsOf(row, known)]);
  // A feed sends every game of its sports. Its results are not audited: the table keeps everything that it said.
  if (source === "feed") return row.id;
  await recordAudit(trx, {
    ...authorOf(caller),
    action: before ? "result.corrected" : "result.entered",
    subject: "result",
    subjectId: row.id,
    ...(before ? { before } : {}),
    after: row,
  });
  return row.id;
}

function sourceOf({ person, key }: Caller): string {
  if (person !== null) return "staff";
  return key === null ? "feed" : "key";
}

export async function readNameKeys(source: Db): Promise<NameKeys> {
  const aliases = await source.selectFrom("team_aliases").select(["sport", "alias", "name", "confirmed_at"]).execute();
  // The newest comes last, so that it wins over one that was stored with an earlier kind of key.
  return keysWith(aliases.toSorted((one, other) => Date.parse(one.confirmed_at) - Date.parse(other.confirmed_at)));
}

/** Stores that `alias` means the team `name` of the picks. */
export async function confirmAlias(
  trx: Db,
  caller: Caller,
  { sport, alias, name }: { sport: string; alias: string; name: string },
  keys: NameKeys,
): Promise<void> {
  // `name` may itself be an alias, so its key is stored.
  const row = { sport, alias: nameKey(alias), name: keys(sport, name), confirmed_at: new Date().toISOString() };
  if (row.alias === row.name) return;
  await trx
    .insertInto("team_aliases")
    .values(row)
    .onConflict((conflict) => conflict.columns(["sport", "alias"]).doUpdateSet(row))
    .execute();
  await recordAudit(trx, {
    ...authorOf(caller),
    action: "team-alias.confirmed",
    subject: "team-alias",
    subjectId: null,
    after: { sport, alias, name },
  });
}
