/** The shapes of the API's answers about news and alerts. */
import { z } from "zod";
import { pushTexts, quietLates } from "../models/alerts/kinds.ts";
import { type EventType, channelTypes, eventTypes, postKinds } from "../models/alerts/operator-channel.ts";
import { deliveryChannels, deliveryStates } from "../models/deliveries/deliveries.ts";
import { sports } from "../models/bets/sports.ts";
import { streams } from "../models/bets/stream.ts";
import { type Schema, outputOf } from "./json-schema.server.ts";
import { betPick } from "./shapes.server.ts";

const instant = z.string().describe("An instant, ISO 8601 in UTC.");

const bothChannels = z.strictObject({ mail: z.boolean(), push: z.boolean() });
export const newsSettings = z.strictObject({
  wants: z.strictObject({
    "new-picks": bothChannels,
    "new-pro-picks": bothChannels,
    "pick-starts": bothChannels,
    "pick-changed": bothChannels,
    "card-results": bothChannels,
    "daily-summary": z.strictObject({ mail: z.boolean() }),
    announcements: bothChannels,
  }),
  sports: z.array(z.enum(sports)).describe("New picks of other sports are not sent."),
  quiet_from: z.string().describe('"22:30" in `zone`; empty, like quiet_until, for no quiet hours.'),
  quiet_until: z.string().describe("News waits until then."),
  quiet_late: z.enum(quietLates).describe("What happens to news whose game starts before the quiet hours end."),
  zone: z.string().describe('A name like "America/New_York"; empty = the site\'s.'),
  push_text: z.enum(pushTexts).describe("What an alert shows: the whole pick, or only the number of new picks."),
});

export const operatorChannel = z.strictObject({
  id: z.int(),
  type: z.enum(channelTypes),
  name: z.string(),
  kinds: z
    .array(z.enum([...postKinds, ...eventTypes]))
    .describe("Posts for Discord and Telegram; events, whose names have a dot, for webhooks."),
  streams: z.array(z.enum(streams)),
  leads_to: z.string().describe("The host of its address, or its chat. What gives access is never shown again."),
  created_at: instant,
  accepted_at: instant.nullable().describe("The last time that it took something, to the minute."),
  failing_since: instant.nullable(),
  failure: z.string().describe("Why it fails, in words; empty = it does not."),
  old_secret_until: instant.nullable().describe("Until then the secret before the newest one is valid, too."),
});
export const savedChannel = operatorChannel.extend({
  secret: z.string().optional().describe("Of a webhook: whsec_ and base64. It is not shown again."),
});

const eventPick = betPick.extend({ stream: z.enum(streams) });
const eventMember = z.strictObject({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  access_until: instant.nullable().describe("Null for a membership without an end."),
});
const events: Readonly<Record<EventType, { summary: string; data: z.ZodType }>> = {
  "pick.published": { summary: "An open pick was published", data: eventPick },
  "pick.changed": {
    summary: "A published pick was changed, before or after its start, or opened again",
    data: eventPick.extend({ changed: z.array(z.string()).describe("The names of the fields that changed.") }),
  },
  "pick.withdrawn": { summary: "A published pick was deleted: these were its values", data: eventPick },
  "pick.settled": { summary: "A pick got its verdict, or another one", data: eventPick },
  "record.head": {
    summary: "The record has a new head, told at most once a minute",
    data: z.strictObject({ seq: z.int(), hash: z.string(), at: instant }),
  },
  "member.joined": { summary: "A membership began: paid, confirmed, or given by staff", data: eventMember },
  "member.ended": { summary: "A membership ended, or its account was deleted", data: eventMember },
};
const signed = [
  { name: "webhook-id", description: "The same for every try: drop what you have already." },
  { name: "webhook-timestamp", description: "Seconds since 1970. Refuse what is minutes old." },
  {
    name: "webhook-signature",
    description:
      "Standard Webhooks: v1 and the HMAC-SHA256 of id.timestamp.body. Two of them while a secret is replaced.",
  },
];

/** What outgoing webhooks post, for the description of the API. */
export function describeEvents(): Schema {
  return Object.fromEntries(
    Object.entries(events).map(([type, { summary, data }]) => {
      const body = z.strictObject({ type: z.literal(type), version: z.literal(1), timestamp: instant, data });
      const post = {
        operationId: `event.${type}`,
        tags: ["channels"],
        security: [],
        summary,
        parameters: signed.map((header) => ({ ...header, in: "header", required: true, schema: { type: "string" } })),
        requestBody: { required: true, content: { "application/json": { schema: outputOf(body) } } },
        responses: {
          "2XX": { description: "Taken. Another answer is tried again for three days." },
          "410": { description: "This receiver wants no more of this event." },
        },
      };
      return [type, { post }];
    }),
  );
}

const count = z.int().min(0);
const channel = z.enum(deliveryChannels);
const channelCounts = z.strictObject({
  channel,
  accepted: count,
  refused: count,
  waiting: count,
  expired: count,
  unknown: count.describe("Being sent, or nobody said whether it arrived."),
  reasons: z.array(z.strictObject({ text: z.string(), count })).describe("Why some were not accepted, in words."),
});
export const deliveries = z.strictObject({
  rounds: z
    .array(
      z.strictObject({
        id: z.int(),
        kind: z.enum(["new", "results"]).describe("New picks, or picks that were settled."),
        closed_at: instant,
        picks: count,
        channels: z.array(channelCounts),
      }),
    )
    .describe("Of the last month, the newest first, ten at a time."),
  next: z.int().nullable().describe("The `before` of the next page; null on the last one."),
  member: z.string(),
  people: z
    .array(z.strictObject({ id: z.int(), name: z.string(), email: z.string() }))
    .describe("Who matches `member`, at most ten."),
  deliveries: z
    .array(
      z.strictObject({
        id: z.int(),
        created_at: instant,
        finished_at: instant.nullable(),
        kind: z.string(),
        what: z.string().describe("The kind in words."),
        channel,
        state: z.enum(deliveryStates),
        outcome: z.string().describe("The state in words."),
        reason: z.string().describe("In words; empty = nothing to say."),
        device: z.string().describe("The name of the device; empty for no alert, or when it was removed."),
      }),
    )
    .describe("The last 50 to the one member who matches; empty when several match."),
});
