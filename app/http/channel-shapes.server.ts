import { z } from "zod";
import { channelTypes, eventTypes, postKinds } from "../models/alerts/operator-channel.ts";
import { streams } from "../models/bets/stream.ts";

const instant = z.string().describe("An instant, ISO 8601 in UTC.");

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
