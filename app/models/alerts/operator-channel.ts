/** The operator's own channels: chats that get posts, and programs that get events. Pure. */
import type { Stream } from "../bets/stream.ts";

export const channelTypes = ["discord", "telegram", "webhook"] as const;
export type ChannelType = (typeof channelTypes)[number];

/** What a chat gets. */
export const postKinds = ["new-picks", "pick-changed", "results"] as const;
export type PostKind = (typeof postKinds)[number];

/** What an outgoing webhook gets. The names are part of the API. */
export const eventTypes = [
  "pick.published",
  "pick.changed",
  "pick.withdrawn",
  "pick.settled",
  "record.head",
  "member.joined",
  "member.ended",
] as const;
export type EventType = (typeof eventTypes)[number];
export type ChannelKind = PostKind | EventType;

export const typeLabels: Readonly<Record<ChannelType, string>> = {
  discord: "Discord",
  telegram: "Telegram",
  webhook: "Webhook",
};

export const kindLabels: Readonly<Record<ChannelKind, string>> = {
  "new-picks": "New picks",
  "pick-changed": "Picks that changed or were withdrawn before their start",
  results: "Results",
  "pick.published": "pick.published",
  "pick.changed": "pick.changed",
  "pick.withdrawn": "pick.withdrawn",
  "pick.settled": "pick.settled",
  "record.head": "record.head",
  "member.joined": "member.joined",
  "member.ended": "member.ended",
};

export function kindsOf(type: ChannelType): readonly ChannelKind[] {
  return type === "webhook" ? eventTypes : postKinds;
}

/** A channel as superadmins see it: what gives access to it is never shown again. */
export interface OperatorChannel {
  id: number;
  type: ChannelType;
  name: string;
  kinds: readonly ChannelKind[];
  streams: readonly Stream[];
  /** The host of its address, or its chat. */
  leads_to: string;
  created_at: string;
  /** The last time that it took something; null = not yet. */
  accepted_at: string | null;
  failing_since: string | null;
  /** Why it fails, in words; '' = it doesn't. */
  failure: string;
  /** Until when the secret before the newest one is valid, too; null = only one is. */
  old_secret_until: string | null;
}

/** During this time after a rotation both secrets are valid. */
export const rotationHours = 24;
