import { LRUCache } from "lru-cache";
import { env } from "../env.server.ts";
import type { PushKeys } from "../models/alerts/push-keys.server.ts";
import { type OutsideAnswer, postOutside } from "../outside/post.server.ts";
import { hourMs, secondMs } from "../time/durations.ts";

/** What the service worker gets, as JSON: public/sw.js. */
export interface PushMessage {
  /** The same for every try: a device shows it once. */
  id: string;
  title: string;
  body: string;
  /** A path of this site. */
  url: string;
  /** An alert replaces the one that is shown with the same tag. */
  tag: string;
  /** The tags of alerts that are out of date now. */
  closes?: readonly string[];
}

export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * "gone" = the browser dropped the subscription. "refused" = for good. "later" = the service is busy, or may have it
 * already. "unreachable" = the service didn't get it. Reasons contain no address.
 */
export type PushResult =
  | { what: "accepted" }
  | { what: "gone" }
  | { what: "refused"; reason: string }
  | { what: "unreachable"; reason: string }
  | { what: "later"; reason: string; retryAfterMs: number | null };

interface Sending {
  keys: PushKeys;
  expiresAt: Date;
  now: Date;
}

/** What push services answer: RFC 8030, 7.3 and 8.4. */
const gone = [404, 410];
const tooMany = 429;
/** The most characters of a Topic (RFC 8030, 5.4). */
const topicLength = 32;

// One signature a service instead of one a message: it is half the work. They are valid for 12 hours.
const signatures = new LRUCache<string, string>({ max: 100, ttl: 6 * hourMs });

/** Sends one message to one device (RFC 8030), encrypted for it (RFC 8291). Never rejects. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushAddress,
  message: PushMessage,
  { keys, expiresAt, now }: Sending,
): Promise<PushResult> {
  // Loaded with the first push: 35 files and 10 MB.
  const { default: webPush } = await import("web-push");
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: null,
        headers: { Authorization: signatureFor(new URL(endpoint).origin, keys, webPush.getVapidHeaders) },
        TTL: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / secondMs)),
        urgency: "high",
        topic: message.id.slice(0, topicLength),
      },
    );
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return resultOf(await postOutside(endpoint, { headers: texts, body }));
  } catch (error) {
    // The device's keys are none: it was stored by another version of this program.
    return { what: "refused", reason: error instanceof Error ? error.name : "unknown" };
  }
}

type Sign = (
  audience: string,
  subject: string,
  publicKey: string,
  privateKey: string,
  encoding: "aes128gcm",
) => {
  Authorization: string;
};

function signatureFor(audience: string, { publicKey, privateKey }: PushKeys, sign: Sign): string {
  const name = `${audience} ${publicKey}`;
  const known = signatures.get(name);
  if (known !== undefined) return known;
  const { Authorization } = sign(audience, `mailto:${env.SUPPORT_EMAIL}`, publicKey, privateKey, "aes128gcm");
  signatures.set(name, Authorization);
  return Authorization;
}

function resultOf(answer: OutsideAnswer): PushResult {
  if (answer.what === "failed") {
    const { reason, code } = answer;
    if (reason === "cut") return { what: "later", reason, retryAfterMs: null };
    return reason === "unreachable" ? { what: reason, reason: code } : { what: "refused", reason };
  }
  const { status, retryAfterMs } = answer;
  const group = Math.floor(status / 100);
  if (group === 2) return { what: "accepted" };
  if (gone.includes(status)) return { what: "gone" };
  if (status === tooMany || group === 5) return { what: "later", reason: String(status), retryAfterMs };
  return { what: "refused", reason: String(status) };
}
