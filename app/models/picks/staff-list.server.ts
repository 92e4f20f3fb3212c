import { z } from "zod";
import { type PickRow, contains, db, withoutIndex } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { byStart, hasStarted } from "../bets/started.ts";
import { calendarDate, oneOf, textLine } from "../fields.ts";
import { clampPage } from "../list-page.ts";
import { readResolved } from "../history/settled-picks.server.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import { shownPick } from "./pick-list.server.ts";
import { textsOfPick } from "./pick-texts.ts";
import type { Stream } from "../bets/stream.ts";
import { settledPickColumns, managedPickColumns } from "../history/settled-pick.ts";
import { draftsPageSize, managerPageSize } from "./pick.ts";
import { sports } from "../bets/sports.ts";
import { type ResolvedRow, type StaffRow, resolvedRow, openRow } from "./staff-row.ts";

/** The filter of the resolved picks on the staff's pages. Both dates are included. */
export const resolvedFilter = z.object({
  q: textLine(100),
  league: oneOf(["", ...sports], "Choose a league from the list."),
  start: calendarDate,
  end: calendarDate,
});
export type ResolvedFilter = z.output<typeof resolvedFilter>;

interface Resolved {
  picks: ResolvedRow[];
  total: number;
  page: number;
  pages: number;
}

/** Of a CSV file: other requests have their turn between two parts. */
const rowsAtOnce = 250;

/**
 * Lists resolved picks, newest first. Without a filter, the stored totals give the number of pages; with one, the
 * matching rows are counted.
 */
export async function listResolved(stream: Stream, filter: ResolvedFilter, requested: number): Promise<Resolved> {
  if (!isFiltered(filter)) {
    const { picks, ...pages } = await readResolved(stream, requested, managerPageSize);
    return { picks: picks.map(resolvedRow), ...pages };
  }
  const { total } = await resolvedIn(stream, filter)
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { page, pages } = clampPage(total, requested, managerPageSize);
  const picks = await newest(stream, filter)
    .select(settledPickColumns)
    .limit(managerPageSize)
    .offset((page - 1) * managerPageSize)
    .execute();
  return { picks: picks.map((pick) => resolvedRow(withShownDate(pick))), total, page, pages };
}

/**
 * Gives the form's texts of picks in parts, for a CSV file that can be imported again. `list` is "open" or "all", without
 * drafts; otherwise the filtered resolved picks are given, all of them.
 */
export async function* readForFile(stream: Stream, list: string, filter: ResolvedFilter): AsyncGenerator<PickTexts[]> {
  if (list === "open" || list === "all") {
    const rows = await db
      .selectFrom("picks")
      .selectAll()
      .where("stream", "=", stream)
      .where("settled", "=", 0)
      .orderBy("id")
      .execute();
    yield (list === "open" ? rows.toSorted(byStart) : rows).map(textsOf);
  }
  if (list === "open") return;
  let rows: PickRow[] = [];
  do {
    let query = newest(stream, filter).selectAll().limit(rowsAtOnce);
    const last = rows.at(-1);
    if (last)
      query = query.where((row) =>
        row(row.refTuple("game_date", "created_at", "id"), "<", row.tuple(last.game_date, last.created_at, last.id)),
      );
    rows = await query.execute();
    yield rows.map(textsOf);
  } while (rows.length === rowsAtOnce);
}

export type PickTexts = Readonly<Record<string, string>>;

function textsOf(row: PickRow): PickTexts {
  return textsOfPick(shownPick(row), env.SITE_TIMEZONE);
}

function isFiltered({ q, league, start, end }: ResolvedFilter): boolean {
  return q !== "" || league !== "" || start !== "" || end !== "";
}

function newest(stream: Stream, filter: ResolvedFilter) {
  return resolvedIn(stream, filter).orderBy("game_date", "desc").orderBy("created_at", "desc").orderBy("id", "desc");
}

function resolvedIn(stream: Stream, { q, league, start, end }: ResolvedFilter) {
  let query = db.selectFrom("picks").where("stream", "=", stream).where("settled", "=", 1);
  if (start !== "") query = query.where("game_date", ">=", start);
  if (end !== "") query = query.where("game_date", "<=", end).where("game_date", "<>", "");
  // Makes SQLite use the index by date: rows from the index by sport would have to be sorted.
  if (league !== "") query = query.where(withoutIndex<string>("sport"), "=", league);
  if (q !== "") query = query.where((or) => or.or([contains("pick", q), contains("game", q)]));
  return query;
}

export type Draft = StaffRow & { version: number };

interface Unsettled {
  /** One page of them. */
  drafts: Draft[];
  draftsTotal: number;
  draftsPage: number;
  draftsPages: number;
  unresolved: StaffRow[];
}

/**
 * Reads a page of the drafts, the oldest first, and the open picks, sorted by start. An open pick that has started is
 * marked "To grade".
 */
export async function readUnsettled(stream: Stream, requested: number): Promise<Unsettled> {
  const rows = await unsettledIn(stream)
    .where("settled", "is", null)
    .unionAll(unsettledIn(stream).where("settled", "=", 0))
    .execute();
  const now = new Date();
  const sorted = rows.toSorted((left, right) => left.id - right.id);
  const all = sorted.filter(({ settled }) => settled === null);
  const { page, pages } = clampPage(all.length, requested, draftsPageSize);
  const drafts = all.slice((page - 1) * draftsPageSize, page * draftsPageSize);
  const open = sorted.filter(({ settled }) => settled === 0).toSorted(byStart);
  return {
    drafts: drafts.map((draft) => ({ ...openRow(withShownDate(draft)), version: draft.version })),
    draftsTotal: all.length,
    draftsPage: page,
    draftsPages: pages,
    unresolved: open.map(({ free_on, ...pick }) =>
      openRow(withShownDate(pick), {
        isToGrade: hasStarted(pick, now, env.SITE_TIMEZONE),
        isFree: free_on !== null,
      }),
    ),
  };
}

function unsettledIn(stream: Stream) {
  return db
    .selectFrom("picks")
    .leftJoin("free_picks", "free_picks.pick_id", "picks.id")
    .select([...managedPickColumns, "starts_at", "settled", "version", "free_picks.day as free_on"])
    .where("picks.stream", "=", stream);
}
