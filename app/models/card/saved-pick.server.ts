import { z } from "zod";
import { type Db, type PickRow, db } from "../../db.server.ts";
import { parseCalendarDate, withShownDate } from "../../time/calendar-date.ts";
import { Refusal } from "../../refusal.ts";
import { id, oneOf, requiredId } from "../fields.ts";
import { type CardSortOrder, cardSortOrders } from "../history/history.ts";
import { type Person, type SignedInActor, operation } from "../operation.server.ts";
import {
  type History,
  asCards,
  historyFilter,
  readSettledByIds,
  requestedSpan,
  shownToday,
} from "../history/settled-picks.server.ts";
import { asOpenPicks, findPickRow, listFilter, picksIn, readList, shownPick } from "../picks/pick-list.server.ts";
import { claimsOf } from "../history/claims.server.ts";
import { type BetPick, type OpenPick, openRowColumns } from "../picks/pick.ts";
import { type Stream, streams } from "../bets/stream.ts";
import { sportFilterOf, sportChoices, sports } from "../bets/sports.ts";
import { outcomeOf } from "../bets/outcome.ts";
import { type CardEntry, cardEntryColumns, resultsOf } from "./saved-pick.ts";
import { type OwnTotalsTexts, type ownLineColumns, ownLineText, ownTotalsTexts } from "./own-line.ts";
import { type SavedRow, isAfterStart, shownOwn, rowsOnCard } from "./own-line.server.ts";
import { savedBy } from "../picks/open-picks.server.ts";
import { byStart } from "../bets/started.ts";
import { writeAs } from "../sign-in/access.server.ts";

const cardFilter = historyFilter.omit({ q: true }).extend({
  tab: oneOf(["", "picks", "results"], "Choose picks or results."),
  stream: oneOf(["", ...streams], "Choose regular or pro."),
  sort: oneOf(["", ...cardSortOrders], "Choose an order from the list.").transform(
    (sort): CardSortOrder => sort || "newest",
  ),
  /** "1": the figures include picks that were added after their start. */
  after_start: oneOf(["", "1"], "Must be 1."),
});
type CardFilter = z.output<typeof cardFilter>;

export interface OwnCard {
  stream: Stream;
  /** Sorted by start, the next one first; null on the Results tab. */
  pending: OpenPick[] | null;
  history: History | null;
  /** At the member's own prices, for the same picks; null while they noted none. */
  own: OwnTotalsTexts | null;
  /** Ids of the tab's picks that were added after their start. */
  late: number[];
}

export const regularCard = cardOf(
  "regular",
  z.object({ pick_id: requiredId }).transform((input) => input.pick_id),
  (pickId) => ({ pick_id: pickId }),
);
export const proCard = cardOf(
  "pro",
  z.object({ propick_id: requiredId }).transform((input) => input.propick_id),
  (pickId) => ({ propick_id: pickId }),
);

export const readOwnCardPage = operation("card.read", cardFilter, (actor, filter) => readCard(actor.person, filter));

/** Reads the pending picks and the one to remove. Refuses in the same cases as removing it. */
export const askToRemove = operation("card.write", z.object({ id }), async ({ person }, input) => {
  const { stream, ...row } = await findRemovable(db, person, input.id, streams);
  const card = await readCard(person, cardFilter.parse({ stream }));
  return { ...card, chosen: withShownDate({ id: row.id, pick: row.pick, game: row.game, game_date: row.game_date }) };
});

/** Removes a pick of either stream. Returns the stream, so that the page can return to its tab. */
export const removeFromOwnCard = operation("card.write", z.object({ id }), (actor, input) =>
  remove(actor, input.id, streams),
);

function cardOf<IdField extends object>(
  stream: Stream,
  pickId: z.ZodType<number | null>,
  idField: (pickId: number) => IdField,
) {
  const cardRow = (
    { id, tag: _tag, created_at: _created, version: _version, ...pick }: BetPick,
    saved: SavedRow | undefined,
  ) => {
    const status = outcomeOf(pick.verdict) === "open" ? "pending" : "settled";
    const stored = { ...pick, game_date: parseCalendarDate(pick.game_date) ?? "" };
    return {
      ...idField(id),
      status,
      after_start: isAfterStart(stored, saved?.saved_at ?? ""),
      ...pick,
      own: shownOwn(stored, saved),
    };
  };
  return {
    listOwnCard: operation("card.read", listFilter, async ({ person }, filter) => {
      const { rows, next } = await readList(withSaved(picksIn(stream), person), filter);
      return {
        rows: rows.map(({ saved_at, noted_at, is_bet, own_odds, own_line, own_units, own_book, ...pick }) => {
          const own = { noted_at, is_bet: is_bet ?? 1, own_odds, own_line, own_units, own_book: own_book ?? "" };
          return cardRow(pick, { saved_at: saved_at ?? "", ...own });
        }),
        next,
      };
    }),
    /** Idempotent; refuses with "conflict" when the pick is settled. */
    saveToOwnCard: operation("card.write", pickId, async (actor, chosen) => {
      const { pick, saved } = await save(actor, chosen, stream);
      return cardRow(pick, saved);
    }),
    removeFromOwnCard: operation("card.write", pickId, (actor, chosen) => remove(actor, chosen, [stream])),
  };
}

/** The picks on the person's card, with what they noted, in the same statement. */
function withSaved(picks: ReturnType<typeof picksIn>, person: Person) {
  return picks.where("id", "in", savedBy(person)).select((each) => {
    const saved = <C extends "saved_at" | (typeof ownLineColumns)[number]>(column: C) =>
      each
        .selectFrom("saved_picks")
        .select(column)
        .whereRef("pick_id", "=", "picks.id")
        .where("user_id", "=", person.id)
        .as(column);
    return [
      saved("saved_at"),
      saved("noted_at"),
      saved("is_bet"),
      saved("own_odds"),
      saved("own_line"),
      saved("own_units"),
      saved("own_book"),
    ];
  });
}

function save(
  actor: SignedInActor,
  pickId: number | null,
  stream: Stream,
): Promise<{ pick: BetPick; saved: SavedRow | undefined }> {
  const { person } = actor;
  return writeAs(actor, async (trx) => {
    const row = await findPickRow(trx, stream, pickId);
    if (row.settled === 1)
      throw new Refusal("conflict", "This pick is settled, so it can no longer be added to your card.");
    const saved = { user_id: person.id, pick_id: row.id, saved_at: new Date().toISOString() };
    await trx
      .insertInto("saved_picks")
      .values(saved)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { pick: shownPick(row), saved: (await rowsOnCard(trx, person, [row.id])).get(row.id) };
  });
}

function remove(actor: SignedInActor, pickId: number | null, from: readonly Stream[]): Promise<{ stream: Stream }> {
  const { person } = actor;
  return writeAs(actor, async (trx) => {
    const { id, stream } = await findRemovable(trx, person, pickId, from);
    await trx.deleteFrom("saved_picks").where("user_id", "=", person.id).where("pick_id", "=", id).execute();
    return { stream };
  });
}

async function findRemovable(
  source: Db,
  person: Person,
  pickId: number | null,
  from: readonly Stream[],
): Promise<PickRow> {
  const row = await source
    .selectFrom("picks")
    .selectAll()
    .where("id", "=", pickId)
    .where("stream", "in", from)
    .where("id", "in", savedBy(person))
    .executeTakeFirst();
  if (!row) throw new Refusal("not-found", "This pick is not on your card.");
  if (row.settled === 1) throw new Refusal("conflict", "This pick is settled, so it stays on your card.");
  return row;
}

async function readCard(person: Person, filter: CardFilter): Promise<OwnCard> {
  const stream = filter.stream || "regular";
  const card = await listEntries(person, stream);
  const open = card.filter((entry) => entry.settled === 0).map((entry) => entry.id);
  const isResults = filter.tab === "results";
  const late = card.filter((entry) => entry.afterStart && (entry.settled === 1) === isResults).map((entry) => entry.id);
  const ownTexts = new Map(card.map((entry) => [entry.id, ownLineText(entry, entry, person.odds)]));
  const withOwn = <P extends { id: number }>(picks: P[]) =>
    picks.map((pick) => ({ ...pick, own: ownTexts.get(pick.id) }));
  if (!isResults)
    return {
      stream,
      pending: (await readPending(stream, open)).map((pick) => ({ ...pick, note: ownTexts.get(pick.id) ?? "" })),
      history: null,
      own: null,
      late,
    };
  const { own, ...history } = await readResults(person, stream, card, filter);
  return { stream, pending: null, history: { ...history, picks: withOwn(history.picks) }, own, late };
}

/** Lists the last saved pick first. Reads the whole card: a member has few saved picks. */
async function listEntries(person: Person, stream: Stream): Promise<CardEntry[]> {
  const rows = await db
    .selectFrom("saved_picks")
    .innerJoin("picks", "picks.id", "saved_picks.pick_id")
    .select([...cardEntryColumns, "starts_at", "saved_at"])
    .where("user_id", "=", person.id)
    .where("stream", "=", stream)
    .orderBy("saved_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ starts_at, saved_at, ...entry }) => ({
    ...entry,
    afterStart: isAfterStart({ starts_at, game_date: entry.game_date }, saved_at),
  }));
}

async function readPending(stream: Stream, ids: number[]): Promise<OpenPick[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("picks")
    .innerJoin("pick_streams", "pick_streams.stream", "picks.stream")
    .select([...openRowColumns.map((name) => `picks.${name}` as const), "pick_streams.version as claimed_by"])
    .where("picks.id", "in", ids)
    .where("picks.settled", "=", 0)
    .orderBy("picks.id")
    .execute();
  const claims = await claimsOf(stream, rows[0]?.claimed_by ?? 0);
  return asOpenPicks(rows.map(({ claimed_by: _version, ...row }) => row).toSorted(byStart), claims);
}

async function readResults(
  person: Person,
  stream: Stream,
  card: CardEntry[],
  filter: CardFilter,
): Promise<History & { own: OwnTotalsTexts | null }> {
  const { range, span } = requestedSpan(filter);
  const { ids, ...results } = resultsOf(card, {
    allowed: sportFilterOf(filter.sport, sports),
    span,
    sort: filter.sort,
    page: filter.page,
    countsLate: filter.after_start === "1",
  });
  return {
    ...results,
    own: results.own && ownTotalsTexts(results.own),
    sports: sportChoices(results.sports, filter.sport),
    picks: await asCards(stream, await readSettledByIds(ids), person.odds),
    range,
    span,
    corrections: "",
    today: shownToday(),
  };
}
