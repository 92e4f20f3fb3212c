import type { Db, ResultRow } from "../../db.server.ts";
import type { Caller } from "../operation.server.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import { isSameGame } from "./games.ts";
import type { ResultName } from "./match.ts";
import type { ResultValues } from "./result-input.server.ts";
import type { NameKeys } from "./team-name.ts";
import { keysWith, nameKey } from "./team-name.ts";

const kept = ["away_score", "home_score", "status"] as const;

/** Stores a result unless the newest one of its game says the same. Returns whether it did. */
export async function storeResult(trx: Db, caller: Caller, values: ResultValues, keys: NameKeys): Promise<boolean> {
  const before = newestOf(values, await resultsOn(trx, [values]), keys);
  if (before && kept.every((name) => before[name] === values[name])) return false;
  const row = await trx
    .insertInto("results")
    .values({ ...values, source: caller.key === null ? "staff" : "key", entered_at: new Date().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    ...authorOf(caller),
    action: before ? "result.corrected" : "result.entered",
    subject: "result",
    subjectId: row.id,
    ...(before ? { before } : {}),
    after: row,
  });
  return true;
}

/** Of the days of these games, the newest first. */
export function resultsOn(source: Db, games: readonly Pick<ResultName, "sport" | "game_date">[]): Promise<ResultRow[]> {
  const unique = (values: string[]) => [...new Set(values)];
  return source
    .selectFrom("results")
    .selectAll()
    .where("sport", "in", unique(games.map(({ sport }) => sport)))
    .where("game_date", "in", unique(games.map(({ game_date }) => game_date)))
    .orderBy("id", "desc")
    .execute();
}

/** Undefined when there is none. `rows` are the newest first. */
export function newestOf(game: ResultName, rows: readonly ResultRow[], keys: NameKeys): ResultRow | undefined {
  return ofTeams(game, rows, keys).find((row) => isSameGame(asNamed(row), asNamed(game)) !== false);
}

/** Results of another game of that day between the same two teams. */
export function isOneOfTwo(game: ResultName, rows: readonly ResultRow[], keys: NameKeys): boolean {
  return ofTeams(game, rows, keys).some((row) => isSameGame(asNamed(row), asNamed(game)) === false);
}

function ofTeams(game: ResultName, rows: readonly ResultRow[], keys: NameKeys): ResultRow[] {
  const { sport, game_date } = game;
  const name = ({ away, home }: Pick<ResultName, "away" | "home">) =>
    JSON.stringify([keys(sport, away), keys(sport, home)]);
  return rows.filter((row) => row.sport === sport && row.game_date === game_date && name(row) === name(game));
}

function asNamed({ starts_at, external_id }: Pick<ResultName, "starts_at" | "external_id">) {
  return { starts_at, game_external_id: external_id };
}

export async function readNameKeys(source: Db): Promise<NameKeys> {
  return keysWith(await source.selectFrom("team_aliases").select(["sport", "alias", "name"]).execute());
}

/** From now on `alias` means the team `name` of the picks. */
export async function confirmAlias(trx: Db, caller: Caller, sport: string, alias: string, name: string): Promise<void> {
  const row = { sport, alias: nameKey(alias), name: nameKey(name), confirmed_at: new Date().toISOString() };
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
