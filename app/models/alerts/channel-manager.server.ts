import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { checkAddress } from "../../outside/post.server.ts";
import { Refusal } from "../../refusal.ts";
import { hourMs } from "../../time/durations.ts";
import { streams } from "../bets/stream.ts";
import { id, isVisible, textLine, stepIn } from "../fields.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { type OutboxItem, endWaitingFor, queueNews } from "../outbox/outbox.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { type ChannelAccess, encryptAccess, newWebhookSecret } from "./channel-access.server.ts";
import { eventItem, listedChannel } from "./channel-rows.server.ts";
import { beginMemberEvents } from "./member-events.server.ts";
import { type ChannelType, type OperatorChannel, channelTypes, kindsOf, rotationHours } from "./operator-channel.ts";

export interface ChannelsView {
  channels: OperatorChannel[];
  chosen: OperatorChannel | null;
  /** The type of channel whose form is open. */
  adds: ChannelType | null;
  /** What is done with the chosen one, instead of changing it. */
  asks: (typeof channelSteps)[number] | null;
}

/** A channel, and a webhook's new secret, which is shown only this once. */
export type SavedChannel = OperatorChannel & { secret?: string };

const channelSteps = ["test", "secret", "remove"] as const;
const name = textLine(60).refine(isVisible, "Enter a name.");
const secretText = textLine(500);

/** Of a JSON call: lists of kinds and streams. Of a form: a box for each, named "kind.new-picks" or "stream.pro". */
const fields = {
  name,
  kinds: z.array(z.string()).optional(),
  streams: z.array(z.string()).optional(),
  address: secretText,
  token: secretText,
  chat: secretText,
};
const type = z.enum(channelTypes, { error: "Choose Discord, Telegram or a webhook." });
const newChannel = z.object({ type, ...fields }).catchall(z.unknown());
const changedChannel = z.object({ id, ...fields }).catchall(z.unknown());
type Chosen = Pick<z.output<typeof newChannel>, keyof typeof fields>;

export const listChannels = operation("channels.manage", z.object({}), readChannels);

export const readChannelsPage = operation(
  "channels.manage",
  z.object({ type: z.enum(channelTypes).nullable().catch(null) }),
  async (_actor, query): Promise<ChannelsView> => ({
    channels: await readChannels(),
    chosen: null,
    adds: query.type,
    asks: null,
  }),
);

export const readChannelPage = operation(
  "channels.manage",
  z.object({ id, ask: z.string().optional() }),
  async (_actor, input): Promise<ChannelsView> => {
    const asks = stepIn(channelSteps, input.ask);
    const channels = await readChannels();
    const found = channels.find((channel) => channel.id === input.id);
    if (!found) throw gone();
    return { channels, chosen: found, adds: null, asks };
  },
);

export const addChannel = operation("channels.manage", newChannel, (actor, input): Promise<SavedChannel> => {
  const access = accessOf(input.type, input);
  if (access === null) throw missingAccess(input.type, input);
  const made = input.type === "webhook" ? newWebhookSecret() : null;
  return writeAs(actor, async (trx) => {
    const { kinds, ...columns } = columnsOf(input.type, input);
    await beginMemberEvents(trx, kinds, new Date());
    const row = await trx
      .insertInto("operator_channels")
      .values({
        type: input.type,
        ...columns,
        kinds: JSON.stringify(kinds),
        encrypted_access: encryptAccess(access),
        encrypted_secret: made?.encrypted ?? null,
        created_at: new Date().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const channel = listedChannel(row);
    await record(trx, actor, "channel.created", channel);
    return made === null ? channel : { ...channel, secret: made.secret };
  });
});

/** Leaves the address or token as it is when none is given. */
export const changeChannel = operation("channels.manage", changedChannel, (actor, input): Promise<OperatorChannel> =>
  writeAs(actor, async (trx) => {
    const before = await findRow(trx, input.id);
    const access = accessOf(before.type, input);
    const keeps = [input.address, input.token, input.chat].every((text) => text === "");
    if (access === null && !keeps) throw missingAccess(before.type, input);
    const { kinds, ...columns } = columnsOf(before.type, input);
    await beginMemberEvents(trx, kinds, new Date());
    const row = await trx
      .updateTable("operator_channels")
      .set({
        ...columns,
        kinds: JSON.stringify(kinds),
        ...(access === null ? {} : { encrypted_access: encryptAccess(access), failing_since: null, failure: "" }),
      })
      .where("id", "=", input.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const channel = listedChannel(row);
    await record(trx, actor, "channel.changed", channel, listedChannel(before));
    return channel;
  }),
);

/** The secret before stays valid for a day, so that the receiver can change at its own time. */
export const rotateSecret = operation("channels.manage", z.object({ id }), (actor, input): Promise<SavedChannel> => {
  const made = newWebhookSecret();
  return writeAs(actor, async (trx) => {
    const before = await findRow(trx, input.id);
    if (before.type !== "webhook") throw new Refusal("invalid", "Only webhooks have a secret.");
    const row = await trx
      .updateTable("operator_channels")
      .set({
        encrypted_secret: made.encrypted,
        encrypted_old_secret: before.encrypted_secret,
        old_secret_until: new Date(Date.now() + rotationHours * hourMs).toISOString(),
      })
      .where("id", "=", input.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const channel = listedChannel(row);
    await record(trx, actor, "channel.secret_rotated", channel);
    return { ...channel, secret: made.secret };
  });
});

/** Queues a test message, which leaves within seconds; the list says how it went. */
export const testChannel = operation("channels.manage", z.object({ id }), (actor, input): Promise<OperatorChannel> =>
  writeAs(actor, async (trx) => {
    const row = await findRow(trx, input.id);
    const now = new Date();
    const item: OutboxItem = row.type === "webhook" ? eventItem("test", { channel: row.name }, now) : { kind: "test" };
    await queueNews(trx, [{ channel: row.type, operatorChannelId: row.id }], item, "", now);
    return listedChannel(row);
  }),
);

/** What waits for it is not sent any more. */
export const removeChannel = operation("channels.manage", z.object({ id }), (actor, input): Promise<OperatorChannel> =>
  writeAs(actor, async (trx) => {
    const row = await trx.deleteFrom("operator_channels").where("id", "=", input.id).returningAll().executeTakeFirst();
    if (!row) throw gone();
    await endWaitingFor(trx, row.id, new Date());
    const channel = listedChannel(row);
    await recordAudit(trx, { ...subjectOf(actor, channel), action: "channel.removed", before: trailOf(channel) });
    return channel;
  }),
);

async function readChannels(): Promise<OperatorChannel[]> {
  const rows = await db.selectFrom("operator_channels").selectAll().orderBy("id").execute();
  return rows.map(listedChannel);
}

async function findRow(trx: Db, channelId: number | null) {
  const row = await trx.selectFrom("operator_channels").selectAll().where("id", "=", channelId).executeTakeFirst();
  if (!row) throw gone();
  return row;
}

function columnsOf(channelType: ChannelType, input: Chosen) {
  const chosen = input.kinds ?? ticked(input, "kind.");
  const kinds = kindsOf(channelType).filter((kind) => chosen.includes(kind));
  if (kinds.length === 0) throw Refusal.at("kinds", "invalid", "Choose at least one.");
  if (kinds.length < new Set(chosen).size) throw Refusal.at("kinds", "invalid", "Choose from the list.");
  const ofStreams = streams.filter((stream) => (input.streams ?? ticked(input, "stream.")).includes(stream));
  const needsStream = kinds.some((kind) => !/^(?:record|member)\./.test(kind));
  if (needsStream && ofStreams.length === 0) throw Refusal.at("streams", "invalid", "Choose at least one.");
  return { name: input.name, kinds, streams: JSON.stringify(ofStreams) };
}

/** Null when something is missing or has a wrong form. */
function accessOf(type: ChannelType, { address, token, chat }: Chosen): ChannelAccess | null {
  if (type === "telegram") return isToken(token) && isChat(chat) ? { token, chat } : null;
  return checkAddress(address) === null && isOf(type, address) ? { address } : null;
}

function missingAccess(type: ChannelType, { address, token, chat }: Chosen): Refusal {
  if (type !== "telegram") {
    const problem = checkAddress(address) ?? "Enter the address of a webhook of Discord.";
    return Refusal.at("address", "invalid", problem);
  }
  const fields = {
    ...(isToken(token) ? {} : { token: "Enter the bot's token, like 123456:ABC-DEF." }),
    ...(isChat(chat) ? {} : { chat: "Enter the chat's number, or the channel's @name." }),
  };
  return new Refusal("invalid", "Nothing was saved yet.", { fields });
}

/** On a real site a Discord channel posts to Discord alone. */
function isOf(type: ChannelType, address: string): boolean {
  if (type !== "discord" || env.DEMO || env.NODE_ENV !== "production") return true;
  return /^https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/webhooks\//.test(address);
}

function isToken(text: string): boolean {
  return /^\d{1,20}:[\w-]{10,100}$/.test(text);
}

function isChat(text: string): boolean {
  return /^-?\d{1,20}$|^@\w{3,64}$/.test(text);
}

function ticked(boxes: object, prefix: string): string[] {
  return Object.keys(boxes)
    .filter((box) => box.startsWith(prefix))
    .map((box) => box.slice(prefix.length));
}

/** `leads_to` shows who gets the news; the rest of an address is a secret. */
function trailOf({ type, name: given, kinds, streams: of, leads_to }: OperatorChannel) {
  return { type, name: given, kinds: kinds.join(", "), streams: of.join(", "), leads_to };
}

function subjectOf({ person }: SignedInActor, channel: OperatorChannel) {
  return { actorId: person.id, subject: "channel", subjectId: channel.id } as const;
}

function record(
  trx: Db,
  actor: SignedInActor,
  action: string,
  channel: OperatorChannel,
  before?: OperatorChannel,
): Promise<void> {
  const change = { after: trailOf(channel), ...(before && { before: trailOf(before) }) };
  return recordAudit(trx, { ...subjectOf(actor, channel), action, ...change });
}

function gone(): Refusal {
  return new Refusal("not-found", "This channel no longer exists.");
}
