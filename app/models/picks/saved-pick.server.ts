import { z } from "zod";
import type { Db, PickRow } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { id, oneOf, requiredId } from "../fields.ts";
import type { CardSortOrder } from "../record/history.ts";
import { cardSortOrders } from "../record/history.ts";
import type { Person, SignedInActor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import type { History } from "../record/settled-picks.server.ts";
import { historyFilter, requestedSpan, shownToday, withShownDate } from "../record/settled-picks.server.ts";
import { findPickRow, listFilter, picksIn, readList } from "./pick-list.server.ts";
import type { BetPick, OpenPick, SettledPick, Stream } from "./pick.ts";
import {
  openPickColumns,
  outcomeOf,
  settledPickColumns,
  sportChoices,
  sportFilterOf,
  sports,
  streams,
} from "./pick.ts";
import type { CardEntry } from "./saved-pick.ts";
import { cardEntryColumns, resultsOf } from "./saved-pick.ts";
import { writeAs } from "../sign-in/access.server.ts";

const cardFilter = historyFilter.extend({
  tab: oneOf(["", "picks", "results"], "Choose picks or results."),
  stream: oneOf(["", ...streams], "Choose regular or pro."),
  sort: oneOf(["", ...cardSortOrders], "Choose an order from the list.").transform(
    (sort): CardSortOrder => sort || "newest",
  ),
});
type CardFilter = z.output<typeof cardFilter>;

export interface OwnCard {
  stream: Stream;
  counts: { pending: number; settled: number };
  /** Last saved first; null on the Results tab. */
  pending: OpenPick[] | null;
  history: History | null;
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

export const openOwnCard = operation("card.read", cardFilter, (actor, filter) => readCard(actor.person, filter));

/** The pending picks and the one to remove; refuses as removing it would. */
export const askToRemove = operation("card.write", z.object({ id }), async ({ person }, input) => {
  const { stream, ...row } = await findRemovable(db, person, input.id, streams);
  const card = await readCard(person, cardFilter.parse({ stream }));
  return { ...card, chosen: withShownDate({ id: row.id, pick: row.pick, game: row.game, game_date: row.game_date }) };
});

/** For a pick of either stream. Returns the stream, for the tab to return to. */
export const removeFromOwnCard = operation("card.write", z.object({ id }), (actor, input) =>
  remove(actor, input.id, streams),
);

/** Ids of the stream's open picks on the person's card; null for a person without a card. */
export async function findAdded(person: Person, stream: Stream): Promise<number[] | null> {
  if (!can(person, "card.write")) return null;
  const rows = await savedBy(person)
    .where("pick_id", "in", picksIn(stream).where("settled", "=", 0).select("id"))
    .execute();
  return rows.map((row) => row.pick_id);
}

function cardOf<IdField extends object>(
  stream: Stream,
  pickId: z.ZodType<number | null>,
  idField: (pickId: number) => IdField,
) {
  const cardRow = ({ id, tag: _tag, created_at: _created, version: _version, ...pick }: BetPick) => {
    const status = outcomeOf(pick.verdict) === "open" ? "pending" : "settled";
    return { ...idField(id), status, ...pick };
  };
  return {
    listOwnCard: operation("card.read", listFilter, async ({ person }, filter) => {
      const { rows, next } = await readList(picksIn(stream).where("id", "in", savedBy(person)), filter);
      return { rows: rows.map(cardRow), next };
    }),
    /** Idempotent; refuses with "conflict" when the pick is settled. */
    saveToOwnCard: operation("card.write", pickId, async (actor, chosen) => cardRow(await save(actor, chosen, stream))),
    removeFromOwnCard: operation("card.write", pickId, (actor, chosen) => remove(actor, chosen, [stream])),
  };
}

function save(actor: SignedInActor, pickId: number | null, stream: Stream): Promise<BetPick> {
  const { person } = actor;
  return writeAs(actor, async (trx) => {
    const { stream: _stream, settled, ...pick } = await findPickRow(trx, stream, pickId);
    if (settled === 1)
      throw new Refusal("conflict", "This pick is settled, so it can no longer be added to your card.");
    const saved = { user_id: person.id, pick_id: pick.id, saved_at: new Date().toISOString() };
    await trx
      .insertInto("saved_picks")
      .values(saved)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return withShownDate(pick);
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
  const counts = { pending: open.length, settled: card.length - open.length };
  if (filter.tab !== "results") return { stream, counts, pending: await readPending(open), history: null };
  return { stream, counts, pending: null, history: await readResults(card, filter) };
}

/** Last saved first. Reads the whole card: a member has few saved picks. */
function listEntries(person: Person, stream: Stream): Promise<CardEntry[]> {
  return db
    .selectFrom("saved_picks")
    .innerJoin("picks", "picks.id", "saved_picks.pick_id")
    .select(cardEntryColumns)
    .where("user_id", "=", person.id)
    .where("stream", "=", stream)
    .orderBy("saved_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

async function readPending(ids: number[]): Promise<OpenPick[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("picks")
    .select(openPickColumns)
    .where("id", "in", ids)
    .where("settled", "=", 0)
    .execute();
  return inOrder(ids, rows);
}

async function readResults(card: CardEntry[], filter: CardFilter): Promise<History> {
  const { range, span } = requestedSpan(filter);
  const { ids, ...results } = resultsOf(card, {
    allowed: sportFilterOf(filter.sport, sports),
    span,
    sort: filter.sort,
    page: filter.page,
  });
  const rows: SettledPick[] = await db
    .selectFrom("picks")
    .select(settledPickColumns)
    .where("id", "in", ids)
    .where("settled", "=", 1)
    .execute();
  return {
    ...results,
    sports: sportChoices(results.sports, filter.sport),
    picks: inOrder(ids, rows),
    range,
    span,
    corrections: "",
    today: shownToday(),
  };
}

function inOrder<Row extends { id: number; game_date: string }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, withShownDate(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function savedBy(person: Person) {
  return db.selectFrom("saved_picks").select("pick_id").where("user_id", "=", person.id);
}
