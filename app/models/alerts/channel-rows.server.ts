import { z } from "zod";
import type { Selectable } from "kysely";
import { type Database, type Db, write } from "../../db.server.ts";
import { type Stream, streams } from "../bets/stream.ts";
import { type OutboxItem, type Recipient, queueNews } from "../outbox/outbox.server.ts";
import { decryptAccess, renewAccess, renewWebhookSecret } from "./channel-access.server.ts";
import { channelFailureText } from "./channel-failure.ts";
import { type ChannelKind, type EventType, type OperatorChannel, kindsOf } from "./operator-channel.ts";

type ChannelRow = Selectable<Database["operator_channels"]>;

const texts = z.array(z.string());

export function listedChannel(row: ChannelRow): OperatorChannel {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    kinds: kindsIn(row),
    streams: streamsIn(row),
    leads_to: destinationOf(row.encrypted_access),
    created_at: row.created_at,
    accepted_at: row.accepted_at,
    failing_since: row.failing_since,
    failure: channelFailureText(row.type, row.failure),
    old_secret_until: row.old_secret_until,
  };
}

export function kindsIn({ type, kinds }: Pick<ChannelRow, "type" | "kinds">): ChannelKind[] {
  const chosen = texts.parse(JSON.parse(kinds));
  return kindsOf(type).filter((kind) => chosen.includes(kind));
}

export function streamsIn({ streams: chosen }: Pick<ChannelRow, "streams">): Stream[] {
  const list = texts.parse(JSON.parse(chosen));
  return streams.filter((stream) => list.includes(stream));
}

/** The operator's channels that get this kind; with a stream, those that get its picks. */
export async function channelsFor(trx: Db, kind: ChannelKind, stream: Stream | null): Promise<Recipient[]> {
  const rows = await trx.selectFrom("operator_channels").select(["id", "type", "kinds", "streams"]).execute();
  return rows
    .filter((row) => kindsIn(row).includes(kind) && (stream === null || streamsIn(row).includes(stream)))
    .map(({ id, type }) => ({ channel: type, operatorChannelId: id }));
}

/** Queues an event for the webhooks that get it, in the transaction of its cause. */
export async function queueEvent(
  trx: Db,
  type: EventType,
  stream: Stream | null,
  data: object,
  { now, cause = "" }: { now: Date; cause?: string },
): Promise<void> {
  const recipients = await channelsFor(trx, type, stream);
  if (recipients.length === 0) return;
  await queueNews(trx, recipients, eventItem(type, data, now), cause, now);
}

/** The body is what is signed: it is written once, and every try sends the same bytes. */
export function eventItem(type: EventType | "test", data: object, now: Date): OutboxItem {
  return { kind: "event", type, body: JSON.stringify({ type, version: 1, timestamp: now.toISOString(), data }) };
}

/** Call it at the start: encrypts with the first SESSION_SECRET what an older one encrypted. */
export async function renewChannelSecrets(): Promise<void> {
  await write(async (trx) => {
    for (const row of await trx.selectFrom("operator_channels").selectAll().execute()) {
      const renewed = {
        encrypted_access: renewAccess(row.encrypted_access) ?? undefined,
        encrypted_secret: renewWebhookSecret(row.encrypted_secret) ?? undefined,
        encrypted_old_secret: renewWebhookSecret(row.encrypted_old_secret) ?? undefined,
      };
      if (Object.values(renewed).every((text) => text === undefined)) continue;
      await trx.updateTable("operator_channels").set(renewed).where("id", "=", row.id).execute();
    }
  });
}

/** The path of an address can be its key, so only its host is shown. */
function destinationOf(encrypted: string): string {
  const access = decryptAccess(encrypted);
  if (access === null) return "unknown: enter its address again";
  return "address" in access ? new URL(access.address).host : `chat ${access.chat}`;
}
