import type { Db, ResultRow } from "../../db.server.ts";
import type { Caller } from "../operation.server.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import { isSameGame } from "./games.ts";
import type { ResultName } from "./match.ts";
import type { ResultValues } from "./result-input.server.ts";
import type { NameKeys } from "./team-name.ts";
import { keysWith, nameKey } from "./team-name.ts";

const kept = ["away_score", "home_score", "status"] as const;

/**
 * Stores a result unless the newest one of its game says the same. Returns the id of the new row; null when nothing was
 * stored.
 */
export async function storeResult(
  trx: Db,
  caller: Caller,
  values: ResultValues,
  known: KnownResults,
  keys: NameKeys,
): Promise<number | null> {
  const source = sourceOf(caller);
  const before = newestOf(values, known, keys);
  // A feed that repeats its last result must not replace a newer one that people entered.
  const said = source === "feed" ? newestOf(values, known, keys, (row) => row.source === source) : before;
  if ([before, said].some((row) => row && kept.every((name) => row[name] === values[name]))) return null;
  const row = await trx
    .insertInto("results")
    .values({ ...values, source, entered_at: new Date().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
  const teams = teamsKey(row, keys);
  known.set(teams, [row, ...(known.get(teams) ?? [])]);
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

/** Results by sport, date and teams, each list with the newest first. */
export type KnownResults = Map<string, ResultRow[]>;

/** Reads the results of the days of these games. */
export async function resultsOn(
  source: Db,
  games: readonly Pick<ResultName, "sport" | "game_date">[],
  keys: NameKeys,
): Promise<KnownResults> {
  const unique = (values: string[]) => [...new Set(values)];
  const rows = await source
    .selectFrom("results")
    .selectAll()
    .where("sport", "in", unique(games.map(({ sport }) => sport)))
    .where("game_date", "in", unique(games.map(({ game_date }) => game_date)))
    .orderBy("id", "desc")
    .execute();
  const known: KnownResults = new Map();
  for (const row of rows) {
    const teams = teamsKey(row, keys);
    const same = known.get(teams);
    if (same) same.push(row);
    else known.set(teams, [row]);
  }
  return known;
}

/** The newest result that `counts` accepts; undefined when there is none. */
export function newestOf(
  game: ResultName,
  known: KnownResults,
  keys: NameKeys,
  counts: (row: ResultRow) => boolean = () => true,
): ResultRow | undefined {
  return known.get(teamsKey(game, keys))?.find((row) => counts(row) && isSame(row, game) !== false);
}

/**
 * Returns the stored result of a game; undefined when there is none. With two games on that day, it returns only a
 * result that names the game. It never returns one that was stored before the game began.
 */
export function resultOfGame(
  game: ResultName,
  known: KnownResults,
  keys: NameKeys,
  isOfTwo = false,
): ResultRow | undefined {
  const rows = known.get(teamsKey(game, keys)) ?? [];
  const needsName = isOfTwo || rows.some((row) => rows.some((other) => isSame(row, other) === false));
  return newestOf(
    game,
    known,
    keys,
    (row) => row.entered_at >= (game.starts_at ?? "") && (!needsName || isSame(row, game) === true),
  );
}

/** Tells whether both are of the same game; null = unknown. */
export function isSame(row: NamedResult, game: NamedResult): boolean | null {
  return isSameGame(asNamed(row), asNamed(game));
}

/** True if there is another game of that day between the same two teams, with a result or among `others`. */
export function isOneOfTwo(
  game: ResultName,
  known: KnownResults,
  others: readonly ResultName[],
  keys: NameKeys,
): boolean {
  const teams = teamsKey(game, keys);
  const ofTeams = [...(known.get(teams) ?? []), ...others.filter((other) => teamsKey(other, keys) === teams)];
  return ofTeams.some((other) => isSame(other, game) === false);
}

type NamedResult = Pick<ResultName, "starts_at" | "external_id">;

function teamsKey({ sport, game_date, away, home }: Omit<ResultName, "starts_at" | "external_id">, keys: NameKeys) {
  return JSON.stringify([sport, game_date, keys(sport, away), keys(sport, home)]);
}

function asNamed({ starts_at, external_id }: NamedResult) {
  return { starts_at, game_external_id: external_id };
}

export async function readNameKeys(source: Db): Promise<NameKeys> {
  return keysWith(await source.selectFrom("team_aliases").select(["sport", "alias", "name"]).execute());
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
