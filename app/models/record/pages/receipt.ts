/** When a pick was published, and when its news reached this member, in words. Pure. */
import { formatInstant } from "../../../time/instant-text.ts";
import { reasonText } from "../../outbox/delivery-reasons.ts";
import type { OutboxChannel } from "../../../db.server.ts";
import { distanceText } from "./row-text.ts";

export interface Delivery {
  channel: OutboxChannel;
  state: "waiting" | "handed-over" | "sent" | "refused" | "expired";
  /** See delivery-reasons.ts. */
  reason: string;
  finished_at: string | null;
}

interface Published {
  published_at: string;
  /** Null = unknown. */
  starts_at: string | null;
}

/** The best comes first: with several devices, the first that got it counts. */
const order: readonly Delivery["state"][] = ["sent", "handed-over", "waiting", "refused", "expired"];
const names = [
  ["push", "alert"],
  ["mail", "email"],
] as const;

/** Sentences. The news is about all picks of a round, so they say "its round". */
export function receiptTexts(
  { published_at, starts_at }: Published,
  deliveries: readonly Delivery[],
  zone: string,
): string[] {
  const distance = distanceText(published_at, starts_at === null ? null : { at: starts_at, isDay: false });
  const told = names.flatMap(([channel, name]) => {
    const best = bestOf(deliveries.filter((delivery) => delivery.channel === channel));
    return best === undefined ? [] : [deliveryText(best, name, zone)];
  });
  return [`Published ${[formatInstant(published_at, zone), distance].filter(Boolean).join(", ")}.`, ...told];
}

function bestOf(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.toSorted(
    (one, other) =>
      order.indexOf(one.state) - order.indexOf(other.state) ||
      (one.finished_at ?? "").localeCompare(other.finished_at ?? ""),
  )[0];
}

function deliveryText({ state, reason, finished_at }: Delivery, name: string, zone: string): string {
  const subject = `Your ${name} about this pick`;
  if (state === "sent") return `${subject} was accepted ${formatInstant(finished_at ?? "", zone)}.`;
  return [outcomeText(state, finished_at !== null, subject), reasonText(reason)].filter(Boolean).join(" ");
}

function outcomeText(state: Delivery["state"], isFinished: boolean, subject: string): string {
  if (state === "refused") return `${subject} was not accepted.`;
  if (state === "expired") return `${subject} was not sent.`;
  if (state === "handed-over" && isFinished) return `${subject} was sent, but we don't know if it arrived.`;
  return `${subject} is waiting to be sent.`;
}
