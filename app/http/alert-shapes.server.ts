/** The shapes of the API's answers about news and alerts. */
import { z } from "zod";
import { pushTexts, quietLates } from "../models/alerts/kinds.ts";
import { channelTypes, eventTypes, postKinds } from "../models/alerts/operator-channel.ts";
import { sports } from "../models/bets/sports.ts";
import { streams } from "../models/bets/stream.ts";

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
