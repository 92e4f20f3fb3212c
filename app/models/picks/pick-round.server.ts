import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Db, type PickRow, batchSize, db, randomHex, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import { type RoleAbility, can, memberRole } from "../../policy.ts";
import { openReviews } from "../payment-hold.ts";
import { channelsFor } from "../alerts/channel-rows.server.ts";
import { itemColumns, queueNews } from "../outbox/outbox.server.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import { type AnnouncedPick, announcedPickColumns } from "./pick.ts";
import type { OddsFormat } from "../odds-format.ts";
import type { Stream } from "../bets/stream.ts";
import { personColumns, signedIn } from "../sign-in/session.server.ts";

/** A round closes after `quietMs` without a new pick, and `longestMs` after its first one at the latest. */
export const quietMs = 3 * minuteMs;
export const longestMs = 15 * minuteMs;
/** A round with a start this close closes at once: its mail proves that its picks came before their games. */
export const closeStartMs = 20 * minuteMs;

const readAbility: Readonly<Record<Stream, RoleAbility>> = { regular: "picks.read", pro: "propicks.read" };

/** Adds a newly published open pick to the next mail's round, in the transaction that publishes it. */
export async function joinRound(trx: Db, { id, created_at }: Pick<PickRow, "id" | "created_at">): Promise<void> {
  const open = await trx
    .updateTable("pick_rounds")
    .set({ last_pick_at: created_at })
    .where("closed_at", "is", null)
    .where("kind", "=", "new")
    .returning("id")
    .executeTakeFirst();
  const round =
    open ??
    (await trx
      .insertInto("pick_rounds")
      .values({ opened_at: created_at, last_pick_at: created_at })
      .returning("id")
      .executeTakeFirstOrThrow());
  await trx.insertInto("round_picks").values({ round_id: round.id, pick_id: id }).execute();
}

/** Closes a due round and queues its mails in batches, until done or `shouldContinue` returns false. */
export async function closeDueRound(now: Date, shouldContinue: () => boolean = () => true): Promise<void> {
  if (await findDueRound(db, now)) await write((trx) => close(trx, now));
  while (shouldContinue() && (await findQueue(db))) {
    await write((trx) => queueSome(trx, now));
    await yieldToEventLoop();
  }
}

/** Reads the open picks of the round that this person may read, and how they read prices; no picks if they don't want mail about picks. */
export async function readRoundFor(
  userId: number,
  roundId: number,
  now: Date,
): Promise<{ picks: AnnouncedPick[]; odds: OddsFormat }> {
  const recipient = await recipients(db, now)
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select(personColumns)
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!recipient) return { picks: [], odds: "american" };
  const { person } = signedIn(recipient, now);
  const picks = await openPicksOf(db, roundId)
    .select(announcedPickColumns)
    .orderBy("stream", "desc")
    .orderBy("picks.id")
    .execute();
  return {
    picks: picks.filter(({ stream }) => can(person, readAbility[stream])).map(withShownDate),
    odds: person.odds,
  };
}

/** The open picks of a round, of these streams, for a channel of the operator. */
export async function readOpenPicksOfRound(roundId: number, streams: readonly Stream[]): Promise<AnnouncedPick[]> {
  const picks = await openPicksOf(db, roundId)
    .select(announcedPickColumns)
    .where("stream", "in", streams)
    .orderBy("stream", "desc")
    .orderBy("picks.id")
    .execute();
  return picks.map(withShownDate);
}

async function close(trx: Db, now: Date): Promise<void> {
  const due = await findDueRound(trx, now);
  if (!due) return;
  await trx.updateTable("pick_rounds").set({ closed_at: now.toISOString() }).where("id", "=", due.id).execute();
  if (!(await hasOpenPicks(trx, due.id))) return;
  await trx.insertInto("round_queues").values({ round_id: due.id, queued_to: 0 }).execute();
  await postToChannels(trx, due.id, now);
}

async function postToChannels(trx: Db, round: number, now: Date): Promise<void> {
  const picks = await openPicksOf(trx, round).select("stream").distinct().execute();
  for (const { stream } of picks) {
    const recipients = await channelsFor(trx, "new-picks", stream);
    await queueNews(trx, recipients, { kind: "new-picks", round }, `round ${round}`, now);
  }
}

/** Queues one batch and stores how far it goes in one transaction, so that each account gets the mail once. */
async function queueSome(trx: Db, now: Date): Promise<void> {
  const queue = await findQueue(trx);
  if (!queue) return;
  const { kind, params, created_at, next_try_at, expires_at } = itemColumns(
    { kind: "new-picks", round: queue.round_id },
    now,
    { since: new Date(queue.last_pick_at) },
  );
  const queued = await trx
    .insertInto("outbox")
    .columns(["message_id", "user_id", "kind", "params", "created_at", "next_try_at", "expires_at"])
    .expression(
      recipients(trx, now)
        .where("users.id", ">", queue.queued_to)
        .orderBy("users.id")
        .limit(batchSize)
        .select((value) => [
          randomHex().as("message_id"),
          "users.id as user_id",
          value.val(kind).as("kind"),
          value.val(params).as("params"),
          value.val(created_at).as("created_at"),
          value.val(next_try_at).as("next_try_at"),
          value.val(expires_at).as("expires_at"),
        ]),
    )
    .returning("user_id")
    .execute();
  if (queued.length < batchSize) await trx.deleteFrom("round_queues").where("round_id", "=", queue.round_id).execute();
  else
    await trx
      .updateTable("round_queues")
      .set({ queued_to: Math.max(...queued.map(({ user_id }) => user_id ?? 0)) })
      .where("round_id", "=", queue.round_id)
      .execute();
}

function findQueue(from: Db) {
  return from
    .selectFrom("round_queues")
    .innerJoin("pick_rounds", "pick_rounds.id", "round_queues.round_id")
    .select(["round_id", "queued_to", "last_pick_at"])
    .limit(1)
    .executeTakeFirst();
}

function findDueRound(from: Db, now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  // The last condition: the clock was wrong when the pick was published. Without it the mail would wait until then.
  return from
    .selectFrom("pick_rounds")
    .select(["id", "last_pick_at"])
    .where("closed_at", "is", null)
    .where("kind", "=", "new")
    .where((or) =>
      or.or([
        or("last_pick_at", "<=", ago(quietMs)),
        or("opened_at", "<=", ago(longestMs)),
        or("last_pick_at", ">", ago(-longestMs)),
        or.exists(
          or
            .selectFrom("round_picks")
            .innerJoin("picks", "picks.id", "round_picks.pick_id")
            .select("picks.id")
            .whereRef("round_picks.round_id", "=", "pick_rounds.id")
            .where("settled", "=", 0)
            // A game that has started can't be announced in time any more: its mail waits for others and says so.
            .where("starts_at", ">", now.toISOString())
            .where("starts_at", "<=", ago(-closeStartMs)),
        ),
      ]),
    )
    .executeTakeFirst();
}

async function hasOpenPicks(trx: Db, roundId: number): Promise<boolean> {
  return (await openPicksOf(trx, roundId).select("picks.id").limit(1).executeTakeFirst()) !== undefined;
}

function openPicksOf(from: Db, roundId: number) {
  return from
    .selectFrom("round_picks")
    .innerJoin("picks", "picks.id", "round_picks.pick_id")
    .where("round_id", "=", roundId)
    .where("settled", "=", 0);
}

/**
 * Members need a running membership, a confirmed payment and an account that isn't closed, and take no break; staff pay
 * nothing.
 */
function recipients(from: Db, now: Date) {
  return from
    .selectFrom("users")
    .where("users.status", "=", "Active")
    .where("users.email_notifications", "=", 1)
    .where("users.email_confirmed_at", "is not", null)
    .where("users.closes_at", "is", null)
    .where((or) =>
      or.or([
        or("users.role", "<>", memberRole),
        or("users.access_until", "is", null),
        or("users.access_until", ">", now.toISOString()),
      ]),
    )
    .where((or) => or.or([or("users.role", "<>", memberRole), or("users.payment_review", "in", openReviews)]))
    .where((or) =>
      or.or([
        or("users.role", "<>", memberRole),
        or("users.break_until", "is", null),
        or("users.break_until", "<=", now.toISOString()),
      ]),
    );
}
