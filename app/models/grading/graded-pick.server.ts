import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { can } from "../../policy.ts";
import { dateIn } from "../../time/zone-time.ts";
import type { Caller } from "../operation.server.ts";
import { rereadBet } from "../picks/bet.server.ts";
import type { Stream } from "../bets/stream.ts";
import { streams } from "../bets/stream.ts";
import { abilitiesOf } from "../picks/pick-access.server.ts";
import type { OnGame } from "./games.ts";
import type { GradedBet } from "../bets/grade.ts";
import type { ResultName } from "./match.ts";

/** A published pick with the game that it is on. */
export interface GradedPick extends OnGame {
  row: PickRow;
  bet: GradedBet;
}

/** Returns the streams that the caller may grade: a person those that they manage, an API key or a job both. */
export function gradedStreams({ person }: Caller): Stream[] {
  return streams.filter((stream) => person === null || can(person, abilitiesOf[stream].manage));
}

export function asGradedPick(row: PickRow): GradedPick {
  const { id, sport, game, starts_at, game_external_id, unit_size } = row;
  const { market, side, line, odds, away, home } = rereadBet(row);
  return {
    id,
    sport,
    game,
    starts_at,
    game_external_id,
    away,
    home,
    row,
    game_date: row.game_date || (starts_at === null ? "" : dateIn(env.SITE_TIMEZONE, new Date(starts_at))),
    bet: { sport, market, side, line, odds, away, home, unit_size },
  };
}

/** Reads the picks that the results could be about, settled ones too. */
export async function picksNear(trx: Db, allowed: readonly Stream[], results: readonly ResultName[]) {
  if (allowed.length === 0 || results.length === 0) return [];
  const dates = [...new Set(results.map(({ game_date }) => game_date))];
  const ids = [...new Set(results.map(({ external_id }) => external_id).filter((id) => id !== ""))];
  const published = trx.selectFrom("picks").selectAll().where("stream", "in", allowed);
  const rows = await published
    .where("settled", "in", [0, 1])
    .where("game_date", "in", dates)
    .unionAll(published.where("settled", "in", [0, 1]).where("game_date", "=", ""))
    .execute();
  const named = ids.length === 0 ? [] : await namedGames(trx, allowed, ids);
  const unique = new Map([...rows, ...named].map((row) => [row.id, row]));
  return [...unique.values()].map(asGradedPick);
}

/** The condition `<> ''` is for the index, which has only such rows. */
function namedGames(trx: Db, allowed: readonly Stream[], ids: readonly string[]): Promise<PickRow[]> {
  return trx
    .selectFrom("picks")
    .selectAll()
    .where("game_external_id", "<>", "")
    .where("game_external_id", "in", ids)
    .where("stream", "in", allowed)
    .where("settled", "is not", null)
    .execute();
}
