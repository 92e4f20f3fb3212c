import { db, write } from "../../db.server.ts";
import { minuteMs } from "../../time/durations.ts";
import type { Problem } from "../problem.ts";
import type { Stream } from "../bets/stream.ts";
import { type ChannelAccess, decryptAccess, decryptWebhookSecret } from "./channel-access.server.ts";
import { channelFailureText } from "./channel-failure.ts";
import { streamsIn } from "./channel-rows.server.ts";
import type { ChannelType } from "./operator-channel.ts";

export interface ReadyChannel {
  id: number;
  type: ChannelType;
  name: string;
  streams: readonly Stream[];
  /** Null when it can't be decrypted any more. */
  access: ChannelAccess | null;
  secrets: readonly string[];
  acceptedAt: string | null;
  failure: string;
}

/** The channels that something waits for. */
export async function findChannelsWithNews(): Promise<number[]> {
  const rows = await db
    .selectFrom("operator_channels")
    .select("id")
    .where("id", "in", (waiting) =>
      waiting
        .selectFrom("outbox")
        .select("operator_channel_id")
        .where("state", "=", "waiting")
        .where("channel", "in", ["discord", "telegram", "webhook"])
        .where("finished_at", "is", null),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Null when it was removed. */
export async function findReadyChannel(id: number, now: Date): Promise<ReadyChannel | null> {
  const row = await db.selectFrom("operator_channels").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    streams: streamsIn(row),
    access: decryptAccess(row.encrypted_access),
    secrets: [
      row.encrypted_secret,
      row.old_secret_until !== null && row.old_secret_until > now.toISOString() ? row.encrypted_old_secret : null,
    ].flatMap((encrypted) => decryptWebhookSecret(encrypted) ?? []),
    acceptedAt: row.accepted_at,
    failure: row.failure,
  };
}

/** `failure` = a code; '' = it took what it got. Success is noted once a minute. */
export async function noteChannelResult(
  { id, acceptedAt, failure: before }: Pick<ReadyChannel, "id" | "acceptedAt" | "failure">,
  failure: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const isFresh = acceptedAt !== null && now.getTime() - Date.parse(acceptedAt) < minuteMs;
  if (failure === before && (failure !== "" || isFresh)) return;
  await write((trx) =>
    trx
      .updateTable("operator_channels")
      .set(({ fn, val }) =>
        failure === ""
          ? { accepted_at: at, failing_since: null, failure }
          : { failing_since: fn.coalesce("failing_since", val(at)), failure },
      )
      .where("id", "=", id)
      .execute(),
  );
}

/** The channels that fail, as one problem; null without any. */
export async function findFailingChannels(): Promise<Pick<Problem, "text" | "advice"> | null> {
  const rows = await db
    .selectFrom("operator_channels")
    .select(["type", "name", "failure"])
    .where("failure", "<>", "")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return null;
  return {
    text: rows.length === 1 ? "A channel takes no news." : `${rows.length} channels take no news.`,
    advice: [
      ...rows.map(({ type, name, failure }) => `${name}: ${channelFailureText(type, failure)}`),
      "See the page Channels.",
    ].join(" "),
  };
}
