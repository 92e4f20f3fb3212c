import type { SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import { type Database, type Db, type PickRow, db, withoutIndex } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { oneOf, pageOfRows } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import { type Claims, claimText } from "../history/claims.server.ts";
import { type Also, type BetPick, type OpenPick, betPickColumns, type openRowColumns } from "./pick.ts";
import { whyOnCard } from "../history/settled-pick.ts";
import type { Stream } from "../bets/stream.ts";
import { sports } from "../bets/sports.ts";
import { type PickAccess, sees } from "./pick-access.server.ts";
import { type Scheduled, overAt } from "../bets/started.ts";
import { countdownOf } from "../bets/countdown.ts";
import { dateIn } from "../../time/zone-time.ts";
import { byGroup, dayText, groupText } from "../bets/game-day.ts";

export const listFilter = pageOfRows.extend({
  status: oneOf(["", "open", "settled"], "Must be open or settled."),
  sport: oneOf(["", "All", ...sports], "Choose a sport from the list."),
});

/** Only those who may manage the stream can list its drafts. */
export const managedListFilter = listFilter.extend({
  status: oneOf(["", "open", "settled", "draft"], "Must be open, settled or draft."),
});

/** An open pick as it is stored. */
export type OpenRow = Pick<PickRow, (typeof openRowColumns)[number]>;

/** Selects the published picks of a stream. */
export function picksIn(stream: Stream) {
  return db.selectFrom("picks").where("stream", "=", stream).where("published_at", "is not", null);
}

export function draftsIn(stream: Stream, { ofKey }: PickAccess) {
  const drafts = db.selectFrom("picks").where("stream", "=", stream).where("settled", "is", null);
  return ofKey === null ? drafts : drafts.where("key_id", "=", ofKey);
}

/** Lists picks, newest first; `next` is the id to pass as `before` for the next page, null at the end. */
export async function readList<Extra extends object>(
  picks: SelectQueryBuilder<Database, "picks", Extra>,
  { limit, before, status, sport }: z.output<typeof managedListFilter>,
) {
  let query = picks.select(betPickColumns);
  const ofOneSport = sport !== "" && sport !== "All";
  if (ofOneSport) query = query.where("sport", "=", sport);
  if (status === "open") query = query.where("settled", "=", 0);
  // Without this hint SQLite scans all settled picks to find those of a rare sport.
  if (status === "settled") query = query.where(ofOneSport ? withoutIndex<number>("settled") : "settled", "=", 1);
  if (before !== null) query = query.where("id", "<", before);
  const { rows, next } = firstPage(
    await query
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute(),
    limit,
  );
  return { rows: rows.map(shownRow), next };
}

/** The pick as staff and the API see it: an unknown external ID is ''. */
export function shownRow<T extends { game_date: string; external_id: string | null }>({ external_id, ...row }: T) {
  return { ...withShownDate(row), external_id: external_id ?? "" };
}

export function shownPick(row: PickRow): BetPick {
  const { stream: _stream, settled: _settled, typed_fields: _typed, key_id: _key, ...rest } = row;
  const { graded_by: _by, corrected_after_start: _corrected, grading_fields_changed_at: _changed, ...pick } = rest;
  return shownRow(pick);
}

/** Adds shown dates, countdowns and names of days, all as of now, and what earlier claims of the stream were worth. `isGrouped`: sorted into today, tomorrow and later. */
export function asOpenPicks(
  rows: readonly OpenRow[],
  claims: Claims,
  { isGrouped = false, alsoOf = () => ({ note: "" }) }: { isGrouped?: boolean; alsoOf?: (row: OpenRow) => Also } = {},
): OpenPick[] {
  const now = new Date();
  const zone = env.SITE_TIMEZONE;
  const today = dateIn(zone, now);
  const picks = rows.map((row) => {
    const timed = { starts_at: row.starts_at, over_at: overAt(row, zone) };
    const { market: _market, side: _side, away: _away, home: _home, ...shown } = withShownDate(row);
    return {
      ...shown,
      ...alsoOf(row),
      // To the second: nobody sees more, and each page has it twice.
      why: whyOnCard(row.why),
      created_at: row.created_at.replace(/\.\d+/, ""),
      over_at: timed.over_at,
      countdown: countdownOf(timed, now),
      day: (isGrouped ? groupText : dayText)(gameDay(row, zone), today),
      claim: claimText(row.sim_confidence, claims),
    };
  });
  return isGrouped ? byGroup(picks) : picks;
}

/** Gives the game date; without one, the date of the start. */
function gameDay({ game_date, starts_at }: Scheduled, zone: string): string {
  return game_date || (starts_at === null ? "" : dateIn(zone, new Date(starts_at)));
}

/** Finds a published pick. Refuses with "not-found" when the stream has no such pick. */
export async function findPickRow(source: Db, stream: Stream, pickId: number | null): Promise<PickRow> {
  const row = await findManagedRow(source, stream, pickId);
  if (row.published_at !== null) return row;
  throw gone();
}

/** Finds a pick that the caller may see. For the API's operations, which keys call, too. */
export async function findSeenRow(
  source: Db,
  stream: Stream,
  access: PickAccess,
  pickId: number | null,
): Promise<PickRow> {
  const row = await findManagedRow(source, stream, pickId);
  if (sees(access, row)) return row;
  throw gone();
}

/** Finds a published pick or a draft, for those who may manage the stream. */
export async function findManagedRow(source: Db, stream: Stream, pickId: number | null): Promise<PickRow> {
  const row =
    pickId === null
      ? undefined
      : await source
          .selectFrom("picks")
          .selectAll()
          .where("id", "=", pickId)
          .where("stream", "=", stream)
          .executeTakeFirst();
  if (row) return row;
  throw gone();
}

function gone(): Refusal {
  return new Refusal("not-found", "This pick no longer exists.");
}
