import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { type Db, type OutboxChannel, batchSize, db, write } from "../../db.server.ts";
import { dayMs, hourMs, minuteMs } from "../../time/durations.ts";
import { newSecret } from "../secret.server.ts";

const itemOfAnyKind = z.discriminatedUnion("kind", [
  // Encrypted: with a plain code, a leaked database or backup would let its reader take over the account.
  z.object({ kind: z.literal("reset-code"), encrypted: z.string() }),
  z.object({ kind: z.literal("confirm-email"), encrypted: z.string() }),
  z.object({ kind: z.literal("new-picks"), round: z.number() }),
  // Sent to the affiliate's address; user_id is the person who approved the affiliate.
  z.object({ kind: z.literal("affiliate-approved"), affiliate: z.number() }),
  z.object({ kind: z.literal("membership-active") }),
  z.object({ kind: z.literal("account-closing") }),
  z.object({ kind: z.literal("set-password") }),
  z.object({ kind: z.literal("pick-starts"), pick: z.number(), starts_at: z.string() }),
  z.object({
    kind: z.literal("pick-changed"),
    pick: z.number(),
    title: z.string(),
    stream: z.enum(["regular", "pro"]),
    withdrawn: z.boolean(),
    changes: z.array(z.string()).readonly(),
    /** From then on the pick counts as started (ISO); null = unknown. An older version of this program queued none. */
    start: z.string().nullable().optional(),
    /** What changed, as it was before, by field. */
    was: z.record(z.string(), z.string()).optional(),
    /** All that somebody bets on, after the change, in one text to compare. */
    is: z.string().optional(),
  }),
  z.object({ kind: z.literal("card-results"), round: z.number() }),
  z.object({ kind: z.literal("daily-summary"), day: z.string() }),
  /** `test`: to the person who writes it. */
  z.object({ kind: z.literal("announcement"), announcement: z.number(), test: z.boolean() }),
  z.object({ kind: z.literal("server-trouble") }),
  z.object({ kind: z.literal("test") }),
  // An outgoing webhook: the body is what is signed and posted.
  z.object({ kind: z.literal("event"), type: z.string(), body: z.string() }),
]);

/** What a row of the outbox says, to whomever. */
export type OutboxItem = z.output<typeof itemOfAnyKind>;

/** After this, an item is not sent any more. A reset code is valid for ten minutes. */
const lifetimeMs: Readonly<Record<OutboxItem["kind"], number>> = {
  "reset-code": 10 * minuteMs,
  "confirm-email": dayMs,
  "new-picks": 12 * hourMs,
  "affiliate-approved": 7 * dayMs,
  "membership-active": 3 * dayMs,
  "account-closing": 3 * dayMs,
  "set-password": 7 * dayMs,
  "pick-starts": 30 * minuteMs,
  "pick-changed": 12 * hourMs,
  "card-results": 12 * hourMs,
  "daily-summary": 12 * hourMs,
  announcement: 3 * dayMs,
  "server-trouble": 12 * hourMs,
  test: 10 * minuteMs,
  event: 3 * dayMs,
};

/** One recipient by one channel: a person's address, a person's device, or a channel of the operator. */
export type Recipient =
  | { channel: "mail"; userId: number }
  | { channel: "push"; userId: number; deviceId: number }
  | { channel: "discord" | "telegram" | "webhook"; operatorChannelId: number };

interface Times {
  /** When the news happened: its lifetime starts then. */
  since?: Date;
  /** The end of its lifetime, if it ends sooner, such as at the start of a game. */
  expiresAt?: string;
  /** The end of the recipient's quiet hours: it is not sent before. */
  heldUntil?: Date | undefined;
  /** Why it is never sent: see delivery-reasons.ts. Its row only says so. */
  ended?: string | undefined;
}

/** Fewer than the parameters of a statement allow: SQLite takes 32,766 of them, and a row has about fifteen. */
export const mostRecipients = 1000;

/** Call it in the transaction that causes the mail. The mail is sent outside the request. */
export async function queueMail(trx: Db, userId: number, mail: OutboxItem, now: Date): Promise<void> {
  await queueNews(trx, [{ channel: "mail", userId }], mail, "", now);
}

/**
 * Call it in the transaction that causes the news, with at most `mostRecipients`. `cause` says what it is about,
 * such as "round 12": a recipient gets that at most once by a channel. '' = no such limit.
 */
export async function queueNews(
  trx: Db,
  recipients: readonly Recipient[],
  item: OutboxItem,
  cause: string,
  now: Date,
  times: Times = {},
): Promise<void> {
  if (recipients.length === 0) return;
  const columns = itemColumns(item, now, times);
  // One secret for all: the index of wholly random ids takes half the time of thousands of rows.
  const batch = newSecret();
  await trx
    .insertInto("outbox")
    .values(
      recipients.map((recipient, index) => ({
        message_id: `${batch}${index}`,
        channel: recipient.channel,
        user_id: "userId" in recipient ? recipient.userId : null,
        device_id: "deviceId" in recipient ? recipient.deviceId : null,
        operator_channel_id: "operatorChannelId" in recipient ? recipient.operatorChannelId : null,
        cause,
        ...columns,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function itemColumns(
  { kind, ...params }: OutboxItem,
  now: Date,
  { since = now, expiresAt, heldUntil, ended }: Times = {},
) {
  const created = now.toISOString();
  const usual = new Date(since.getTime() + lifetimeMs[kind]).toISOString();
  const end = heldUntil === undefined ? usual : endWhenHeld(usual, heldUntil);
  return {
    kind,
    params: ended === undefined ? JSON.stringify(params) : "{}",
    ...(ended === undefined ? {} : { state: "expired" as const, finished_at: created }),
    created_at: created,
    next_try_at: heldUntil?.toISOString() ?? created,
    reason: ended ?? (heldUntil === undefined ? "" : "held"),
    expires_at: expiresAt !== undefined && expiresAt < end ? expiresAt : end,
  };
}

/** The end of a lifetime (ISO) that was to be `end`: quiet hours can be longer. */
export function endWhenHeld(end: string, heldUntil: Date): string {
  const lastTry = new Date(heldUntil.getTime() + hourMs).toISOString();
  return lastTry > end ? lastTry : end;
}

/** Null for what a newer version of this program queued. */
export function readItem(row: { kind: string; params: string }): OutboxItem | null {
  const { success, data } = itemOfAnyKind.safeParse({ ...JSON.parse(row.params), kind: row.kind });
  return success ? data : null;
}

/** Ends what waits for a channel of the operator that is removed. */
export async function endWaitingFor(trx: Db, operatorChannelId: number, now: Date): Promise<void> {
  await waitingToEnd(trx, "removed", now).where("operator_channel_id", "=", operatorChannelId).execute();
}

/** Ends what waits of an announcement that staff stopped. */
export async function endWaitingOf(trx: Db, cause: string, now: Date): Promise<void> {
  await waitingToEnd(trx, "halted", now).where("cause", "=", cause).execute();
}

function waitingToEnd(trx: Db, reason: string, now: Date) {
  return trx
    .updateTable("outbox")
    .set({ state: "expired", reason, params: "{}", finished_at: now.toISOString() })
    .where("state", "=", "waiting")
    .where("channel", "in", channels)
    .where("finished_at", "is", null);
}

const channels: readonly OutboxChannel[] = ["mail", "push", "discord", "telegram", "webhook"];

/** Ends what is too late to send, and what was handed over so long ago that its outcome stays unknown. */
export async function expireItems(now: Date): Promise<void> {
  const done = { params: "{}", finished_at: now.toISOString() };
  for (const [from, to] of [
    ["waiting", { state: "expired", reason: "late" }],
    ["handed-over", { state: "handed-over" }],
  ] as const) {
    const late = db
      .selectFrom("outbox")
      .select("id")
      .where("state", "=", from)
      .where("channel", "in", channels)
      .where("finished_at", "is", null)
      .where("expires_at", "<=", now.toISOString());
    while (await late.limit(1).executeTakeFirst()) {
      await write((trx) =>
        trx
          .updateTable("outbox")
          .set({ ...to, ...done })
          .where("id", "in", late.limit(batchSize))
          .execute(),
      );
      await yieldToEventLoop();
    }
  }
}
