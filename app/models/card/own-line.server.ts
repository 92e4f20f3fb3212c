/** Members note what they really got for a pick on their card. Nobody else sees it. */
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import { Refusal } from "../../refusal.ts";
import { type Scheduled, hasStarted } from "../bets/started.ts";
import { type Stream, streams } from "../bets/stream.ts";
import { id, requiredId, tickedYes } from "../fields.ts";
import { type Person, type SignedInActor, operation } from "../operation.server.ts";
import { readingFields, writtenFields } from "../picks/written-pick.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import {
  type OwnBet,
  type OwnLine,
  type OwnResult,
  type PostedBet,
  ownBetOf,
  ownLineColumns,
  ownResultOf,
  postedBetColumns,
} from "./own-line.ts";

export type SavedRow = OwnLine & { saved_at: string };

const written = writtenFields.shape;
const ownLineFields = z.object({
  odds: written.odds,
  line: written.line,
  unit_size: readingFields.shape.unit_size.meta({ description: "The stake in units." }),
  book: written.book,
  not_bet: tickedYes.meta({ type: "boolean", default: false, description: "True: you did not bet it." }),
});
const gone = "This pick is not on your card.";
type OwnFields = z.output<typeof ownLineFields>;

const shownColumns = ["id", "stream", "pick", "game", "game_date", "starts_at", ...postedBetColumns] as const;

/** Reads a pick of the card and what was noted for it. */
export const readOwnLinePage = operation("card.write", z.object({ id }), async ({ person }, input) => {
  const pick = await findOnCard(db, person, input.id, streams);
  const saved = (await rowsOnCard(db, person, [pick.id])).get(pick.id);
  return { pick: withShownDate(pick), own: shownOwn(pick, saved), bet: saved ? ownBetOf(pick, saved) : pick };
});

/** The form's call. Returns where on the card the pick is. */
export const noteOwnLine = operation(
  "card.write",
  ownLineFields.extend({ id }),
  async (actor, { id: pickId, ...own }) => {
    const { stream, verdict } = await note(actor, pickId, streams, own);
    return { stream, isSettled: verdict !== "" };
  },
);

/** The API's calls. */
export const regularOwnLine = ownLineOf(
  "regular",
  ownLineFields.extend({ pick_id: requiredId }),
  (input) => input.pick_id,
);
export const proOwnLine = ownLineOf(
  "pro",
  ownLineFields.extend({ propick_id: requiredId }),
  (input) => input.propick_id,
);

function ownLineOf<S extends z.ZodType<OwnFields>>(
  stream: Stream,
  schema: S,
  pickIdOf: (input: z.output<S>) => number | null,
) {
  return operation("card.write", schema, async (actor, input) => {
    const pick = await note(actor, pickIdOf(input), [stream], input);
    const noted = shownOwn(pick, (await rowsOnCard(db, actor.person, [pick.id])).get(pick.id));
    if (noted === null) throw new Refusal("not-found", gone);
    return noted;
  });
}

/** What was noted for one pick; null for nothing. */
export interface ShownOwn extends Omit<OwnBet, "unit_size"> {
  noted_at: string;
  /** True if it was noted after the start. */
  after_start: boolean;
  not_bet: boolean;
  unit_size: number | null;
}

export function shownOwn(pick: Scheduled, saved: SavedRow | undefined): ShownOwn | null {
  if (saved === undefined || saved.noted_at === null) return null;
  return {
    noted_at: saved.noted_at,
    after_start: isAfterStart(pick, saved.noted_at),
    not_bet: saved.is_bet === 0,
    odds: saved.own_odds,
    line: saved.own_line,
    unit_size: saved.own_units,
    book: saved.own_book,
  };
}

/** A member may have known the result of a pick by then. */
export function isAfterStart(pick: Scheduled, at: string): boolean {
  return hasStarted(pick, new Date(at), env.SITE_TIMEZONE);
}

/** The rows of these picks on the person's card, by the pick's id. */
export async function rowsOnCard(source: Db, person: Person, ids: readonly number[]): Promise<Map<number, SavedRow>> {
  if (ids.length === 0) return new Map();
  const rows = await source
    .selectFrom("saved_picks")
    .select(["pick_id", "saved_at", ...ownLineColumns])
    .where("user_id", "=", person.id)
    .where("pick_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.pick_id, row]));
}

export interface CardFileRow {
  stream: Stream;
  pick: string;
  game: string;
  /** MM/DD/YYYY */
  game_date: string;
  saved_at: string;
  posted: PostedBet;
  own: ShownOwn | null;
  result: OwnResult | null;
}

/** The person's whole card, the last added pick first. */
export const listCardForFile = operation("card.read", z.object({}), async ({ person }): Promise<CardFileRow[]> => {
  const rows = await db
    .selectFrom("saved_picks")
    .innerJoin("picks", "picks.id", "saved_picks.pick_id")
    .select([...shownColumns, "saved_at", ...ownLineColumns, "pick_id"])
    .where("user_id", "=", person.id)
    .orderBy("saved_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    stream: row.stream,
    pick: row.pick,
    game: row.game,
    game_date: withShownDate(row).game_date,
    saved_at: row.saved_at,
    posted: row,
    own: shownOwn(row, row),
    result: ownResultOf(row, row),
  }));
});

function note(actor: SignedInActor, pickId: number | null, among: readonly Stream[], own: OwnFields) {
  return writeAs(actor, async (trx) => {
    const pick = await findOnCard(trx, actor.person, pickId, among);
    await trx
      .updateTable("saved_picks")
      .set({
        noted_at: new Date().toISOString(),
        is_bet: own.not_bet ? 0 : 1,
        own_odds: own.odds,
        own_line: own.line,
        own_units: own.unit_size ?? null,
        own_book: own.book,
      })
      .where("user_id", "=", actor.person.id)
      .where("pick_id", "=", pick.id)
      .execute();
    return pick;
  });
}

async function findOnCard(source: Db, person: Person, pickId: number | null, among: readonly Stream[]) {
  const pick = await source
    .selectFrom("picks")
    .innerJoin("saved_picks", "saved_picks.pick_id", "picks.id")
    .select(shownColumns)
    .where("picks.id", "=", pickId)
    .where("stream", "in", among)
    .where("user_id", "=", person.id)
    .executeTakeFirst();
  if (pick) return pick;
  throw new Refusal("not-found", gone);
}
