/** Keeps a running demo alive: its games get their results, and each morning new picks appear. */
import { env } from "../../app/env.server.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { formatInstant } from "../../app/time/instant-text.ts";
import { dateIn, instantIn } from "../../app/time/zone-time.ts";
import { runFeed } from "../../app/models/feed/run-feed.server.ts";
import { jobActor } from "../../app/models/operation.server.ts";
import { markFree } from "../../app/models/picks/free-pick.server.ts";
import { pickFields } from "../../app/models/picks/pick-input.server.ts";
import { addPickRow } from "../../app/models/picks/pick-change.server.ts";
import { type Db, db, write, writeInTurn } from "../../app/db.server.ts";
import { demoFeed } from "./feed.ts";
import { type DemoGame, gamesZone } from "./games.ts";
import { type DemoPick, MORNING, externalIdStart, morningPicks, nextMorning } from "./picks.ts";

const actor = jobActor("Demo");

export interface LiveDemo {
  /** Does what is due; call it often. */
  tick: () => Promise<void>;
}

export function liveDemo(games: DemoGame[], clock: () => Date): LiveDemo {
  const feed = demoFeed(games, clock);
  let published = "";
  return {
    async tick() {
      const errors = await runFeed({ feed, monthly: env.ODDS_API_MONTHLY, mode: env.AUTO_GRADE, clock });
      const siteDay = dateIn(env.SITE_TIMEZONE, clock());
      if (published < siteDay && clock() >= instantIn(env.SITE_TIMEZONE, siteDay, MORNING)) {
        await publishMorning(games, dateIn(gamesZone, clock()));
        await announceNext(clock());
        await markFreeOf(siteDay, clock());
        published = siteDay;
      }
      for (const error of errors) throw error;
    },
  };
}

async function publishMorning(games: DemoGame[], today: string): Promise<void> {
  const picks = morningPicks(games, today, await lastDay(db, today));
  if (picks.length === 0) return;
  await writeInTurn("ledger", async (trx) => {
    for (const pick of picks)
      if (!(await isThere(trx, pick))) await addPickRow(trx, pick.stream, actor, valuesOf(pick), true);
  });
}

/** The same choice as that of the days before the demo began: see fill.ts. */
async function markFreeOf(day: string, now: Date): Promise<void> {
  await write(async (trx) => {
    const first = await trx
      .selectFrom("picks")
      .selectAll()
      .where("stream", "=", "regular")
      .where("settled", "=", 0)
      .where("game_date", "=", addDays(day, 1))
      .orderBy("id")
      .executeTakeFirst();
    if (first !== undefined) await markFree(trx, actor, first, now);
  });
}

/** Leaves a text that staff wrote alone. */
async function announceNext(now: Date): Promise<void> {
  const next = formatInstant(nextMorning(now, env.SITE_TIMEZONE).toISOString(), env.SITE_TIMEZONE);
  await write((trx) =>
    trx
      .updateTable("sidebar")
      .set(({ eb }) => ({ next, version: eb("version", "+", 1) }))
      .where("next", "like", "%, 8:00 AM %")
      .where("next", "<>", next)
      .execute(),
  );
}

/** The last game date that the demo has published picks for, by their ids: dates and games may have been edited. */
async function lastDay(source: Db, today: string): Promise<string> {
  const { last } = await source
    .selectFrom("picks")
    .select((select) => select.fn.max<string | null>("external_id").as("last"))
    // Ids that people chose look otherwise, or are of a day that the demo has not come to.
    .where("external_id", "like", `${externalIdStart}____-__-__-%`)
    .where("external_id", "<", `${externalIdStart}${addDays(today, 30)}`)
    .executeTakeFirstOrThrow();
  return last === null ? today : last.slice(externalIdStart.length, externalIdStart.length + today.length);
}

/** Found by its id, or as a pick that an earlier demo published without one. */
async function isThere(trx: Db, { stream, external_id, game_date, game }: DemoPick): Promise<boolean> {
  const row = await trx
    .selectFrom("picks")
    .select("id")
    .where("stream", "=", stream)
    .where((or) =>
      or.or([
        or("external_id", "=", external_id),
        or.and([or("settled", "=", 0), or("game_date", "=", game_date), or("game", "=", game)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

function valuesOf(pick: DemoPick) {
  const { game, game_date, time, sport, tag, sim_confidence, unit_size, external_id } = pick;
  const { market, side, line, odds, away, home } = pick;
  const unknown = Object.fromEntries(Object.keys(pickFields.shape).map((name) => [name, ""]));
  const fields = { game, game_date, time, pick: pick.pick, sport, tag, sim_confidence, unit_size, external_id };
  return { ...pickFields.parse({ ...unknown, ...fields, market, side, line, odds, away, home }), draft: false };
}
