/** Sends one item to a channel of the operator, in the way of its type. */
import { env } from "../env.server.ts";
import type { ChannelAccess } from "../models/alerts/channel-access.server.ts";
import type { ChannelType } from "../models/alerts/operator-channel.ts";
import type { Outcome } from "../models/outbox/due-news.server.ts";
import { formatting } from "./post-text.ts";
import { type OutsideAnswer, postOutside } from "../outside/post.server.ts";
import { secondMs } from "../time/durations.ts";

/** An event carries its body, a post its text. */
export type Content = { body: string } | { text: string };

export interface Destination {
  type: ChannelType;
  access: ChannelAccess;
  /** Of a webhook, the newest first: during a rotation the signatures of both are sent. */
  secrets: readonly string[];
}

export async function postToChannel(to: Destination, content: Content, messageId: string, now: Date): Promise<Outcome> {
  if ("body" in content && "address" in to.access)
    return webhookOutcome(await postEvent(to.access.address, to.secrets, content.body, messageId, now));
  if ("text" in content && "chat" in to.access)
    return chatOutcome(
      await postJson(telegramAddress(to.access.token), {
        chat_id: to.access.chat,
        text: content.text,
        link_preview_options: { is_disabled: true },
      }),
    );
  if ("text" in content && "address" in to.access)
    return chatOutcome(
      await postJson(to.access.address, { content: escaped(content.text), allowed_mentions: { parse: [] } }),
    );
  return { what: "refused", reason: "nothing" };
}

/** The scheme of Standard Webhooks (standardwebhooks.com). Receivers drop repeats by `webhook-id`. */
async function postEvent(
  address: string,
  secrets: readonly string[],
  body: string,
  messageId: string,
  now: Date,
): Promise<OutsideAnswer> {
  // Loaded with the first event: most sites have no webhook.
  const { Webhook } = await import("standardwebhooks");
  const id = `msg_${messageId}`;
  return postOutside(address, {
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / secondMs)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
    },
    body,
  });
}

function postJson(address: string, message: object): Promise<OutsideAnswer> {
  return postOutside(address, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) });
}

function telegramAddress(token: string): string {
  return `${env.TELEGRAM_API_BASE}/bot${token}/sendMessage`;
}

/** Discord reads these characters as formatting. A line that is an address and nothing else stays as it is. */
function escaped(text: string): string {
  return text.replace(/^(?!https?:\/\/\S+$).*$/gm, (line) => line.replace(formatting, "\\$&"));
}

/** All but success is tried again: the receiver may be repaired. 410 = it wants no more. */
function webhookOutcome(answer: OutsideAnswer): Outcome {
  if (answer.what === "failed") return { what: "later", reason: answer.reason };
  if (isSuccess(answer)) return { what: "sent", reason: "" };
  const reason = String(answer.status);
  return reason === "410" ? { what: "refused", reason } : { what: "later", reason, retryMs: answer.retryAfterMs ?? 0 };
}

/** A chat shows a repeat, so what may have arrived is not sent again. */
function chatOutcome(answer: OutsideAnswer): Outcome {
  if (answer.what === "failed") {
    const { reason } = answer;
    return reason === "cut" ? { what: "handed-over", reason } : { what: "later", reason };
  }
  if (isSuccess(answer)) return { what: "sent", reason: "" };
  const reason = String(answer.status);
  if (reason === "429") return { what: "later", reason, retryMs: waitOf(answer) };
  return /^5/.test(reason) ? { what: "later", reason } : { what: "refused", reason };
}

function isSuccess(answer: { status: number }): boolean {
  return Math.floor(answer.status / 100) === 2;
}

/** Discord and Telegram say in the body, in seconds, how long to wait. */
function waitOf({ body, retryAfterMs }: { body: string; retryAfterMs: number | null }): number {
  const [, seconds] = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(body) ?? [];
  return seconds === undefined ? (retryAfterMs ?? 0) : Math.ceil(Number(seconds) * secondMs);
}
