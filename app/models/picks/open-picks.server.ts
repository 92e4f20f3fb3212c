import { z } from "zod";
import { db } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { dateIn } from "../../time/zone-time.ts";
import { cachedByVersion } from "../version-cache.ts";
import { oneOf } from "../fields.ts";
import { type Person, operation } from "../operation.server.ts";
import { type OpenRow, asOpenPicks } from "./pick-list.server.ts";
import { type Also, type OpenPick, openRowColumns } from "./pick.ts";
import { type SportFilter, sportFilterOf, openFilterSports } from "../bets/sports.ts";
import { type Stream, otherStream, relationOf, streams } from "../bets/stream.ts";
import { formatOdds } from "../bets/bet.ts";
import { formatNumber } from "../../format.ts";
import type { OddsFormat } from "../odds-format.ts";
import { claimsOf } from "../history/claims.server.ts";
import { byStart } from "../bets/started.ts";
import { can } from "../../policy.ts";
import { type Panels, readPanels } from "../content/sidebar.server.ts";

export const openFilter = z.object({
  sort: oneOf(["", "asc", "desc", "start"], "Choose an order from the list."),
  sport: oneOf(["", "All", ...openFilterSports], "Choose a sport from the list."),
});

export interface OpenPicks {
  picks: OpenPick[];
  /** Ids of the open picks on the person's card, of both streams; null for a person without a card. */
  added: number[] | null;
  version: string;
  /** The chosen order and sport; undefined for the usual ones. */
  sort: "asc" | "start" | undefined;
  sport: string | undefined;
  /** The open picks that the chosen sport hides, where it hides all. */
  hidden: number | undefined;
}

const openLists = cachedByVersion<OpenRow[]>();
/** The lists with countdowns, which change with the minute. */
const shownLists = cachedByVersion<OpenPick[]>();

export async function readOpenPicks(
  person: Person,
  stream: Stream,
  filter: z.output<typeof openFilter>,
): Promise<OpenPicks> {
  // At once: on PostgreSQL each statement is a round trip.
  const [list, added] = await Promise.all([readShownList(stream, filter, person.odds), findAdded(person)]);
  const { sort, sport } = filter;
  const isFiltered = sport !== "" && sport !== "All";
  const all =
    isFiltered && list.picks.length === 0 ? await readShownList(stream, { sort, sport: "" }, person.odds) : null;
  return {
    ...list,
    added,
    sort: sort === "" || sort === "desc" ? undefined : sort,
    sport: isFiltered ? sport : undefined,
    hidden: all?.picks.length || undefined,
  };
}

async function readShownList(stream: Stream, { sort, sport }: z.output<typeof openFilter>, odds: OddsFormat) {
  const { version, other } = await readVersions(stream);
  const allowed = sportFilterOf(sport, openFilterSports);
  const key = JSON.stringify([stream, sort, allowed]);
  const minute = Math.floor(Date.now() / minuteMs);
  const picks = await shownLists(`${key} ${odds}`, `${version} ${other} ${minute}`, async () => {
    const theirs = otherStream(stream);
    const others = await openLists(theirs, other, () => listOpen(theirs, "", null));
    return asOpenPicks(
      await openLists(key, version, () => listOpen(stream, sort, allowed)),
      await claimsOf(stream, version),
      { isGrouped: sort === "" || sort === "desc", alsoOf: (row) => alsoOf(row, others, theirs, odds) },
    );
  });
  return { picks, version };
}

/** What the other list has of the same game: the same bet, or the other side. */
function alsoOf(row: OpenRow, others: readonly OpenRow[], theirs: Stream, odds: OddsFormat): Also {
  const found = (relation: "same" | "against") => others.filter((other) => relationOf(row, other) === relation);
  const [same, against] = [found("same"), found("against")];
  const [first, ...more] = [...same, ...against];
  if (!first) return { note: "" };
  const list = theirs === "pro" ? "Pro Picks" : "Today's Picks";
  const says = same.length === 0 ? `${list}, other side` : `Also ${theirs === "pro" ? "a Pro Pick" : `in ${list}`}`;
  return { note: `${says}: ${offered(first, row, odds)}`, also: [first, ...more].map(({ id }) => id) };
}

/** "1u at +124", with the pick's text where it is another one. */
function offered({ pick, unit_size, odds: price }: OpenRow, than: OpenRow, odds: OddsFormat): string {
  const terms = `${formatNumber(unit_size)}u${price === null ? "" : ` at ${formatOdds(price, odds)}`}`;
  return pick === than.pick ? terms : `${pick}, ${terms}`;
}

/**
 * The version changes with every pick of the stream. For the regular stream it also changes with the side panels shown
 * beside it; while the panels show the record, they change with both streams and with the day.
 */
export async function readVersion(stream: Stream): Promise<string> {
  return (await readVersions(stream)).version;
}

/** `other` is the version of the other stream's picks. */
async function readVersions(stream: Stream): Promise<{ version: string; other: string }> {
  const { picks, other, panels, results_by } = await db
    .selectFrom(["pick_streams", "pick_streams as other_stream", "sidebar"])
    .select(["pick_streams.version as picks", "other_stream.version as other"])
    .select(["sidebar.version as panels", "results_by"])
    .where("pick_streams.stream", "=", stream)
    .where("other_stream.stream", "=", otherStream(stream))
    .where("sidebar.id", "=", 1)
    .executeTakeFirstOrThrow();
  if (stream === "pro") return { version: String(picks), other: String(other) };
  const ofPanels = `${picks}.${panels}`;
  const version = results_by === "text" ? ofPanels : `${ofPanels}.${other}.${dateIn(env.SITE_TIMEZONE, new Date())}`;
  return { version, other: String(other) };
}

async function listOpen(stream: Stream, sort: string, allowed: SportFilter): Promise<OpenRow[]> {
  const order = sort === "asc" ? "asc" : "desc";
  let query = db.selectFrom("picks").select(openRowColumns).where("stream", "=", stream).where("settled", "=", 0);
  if (allowed && "only" in allowed) query = query.where("sport", "=", allowed.only);
  if (allowed && "except" in allowed) query = query.where("sport", "not in", allowed.except);
  const rows = await query.orderBy("created_at", order).orderBy("id", order).execute();
  return sort === "start" ? rows.toSorted(byStart) : rows;
}

async function findAdded(person: Person): Promise<number[] | null> {
  if (!can(person, "card.write")) return null;
  const rows = await savedBy(person)
    .where("pick_id", "in", db.selectFrom("picks").select("id").where("stream", "in", streams).where("settled", "=", 0))
    .execute();
  return rows.map((row) => row.pick_id);
}

export function savedBy(person: Person) {
  return db.selectFrom("saved_picks").select("pick_id").where("user_id", "=", person.id);
}

const panels = cachedByVersion<Panels>();

export const readTodaysPicksPage = operation("picks.read", openFilter, async (actor, filter) => {
  const open = await readOpenPicks(actor.person, "regular", filter);
  return { ...open, sidebar: await panels("", open.version, readPanels) };
});
