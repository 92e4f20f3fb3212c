/** Deliveries of news and mails, as staff see them. Pure. */
import type { OutboxChannel } from "../../db.server.ts";
import type { OutboxItem } from "../outbox/outbox.server.ts";

export const deliveryStates = ["waiting", "handed-over", "sent", "refused", "expired"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const deliveryChannels = ["mail", "push", "discord", "telegram", "webhook"] as const satisfies OutboxChannel[];

export const channelNames: Readonly<Record<OutboxChannel, string>> = {
  mail: "Email",
  push: "Alert",
  discord: "Discord",
  telegram: "Telegram",
  webhook: "Webhook",
};

const stateNames: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  "handed-over": "Being sent",
  sent: "Accepted",
  refused: "Refused",
  expired: "Not sent",
};

const kindNames: Readonly<Record<OutboxItem["kind"], string>> = {
  "reset-code": "Code for a new password",
  "confirm-email": "Link that confirms the email",
  "new-picks": "New picks",
  "affiliate-approved": "Answer to a new affiliate",
  "membership-active": "Membership is active",
  "account-closing": "Account is closed",
  "set-password": "An imported member can set a password",
  "pick-starts": "A pick on the card starts",
  "pick-changed": "A pick on the card changed",
  "card-results": "Results of the card",
  "daily-summary": "Daily summary",
  announcement: "Announcement",
  "server-trouble": "Trouble on the server",
  test: "Test",
  event: "Event",
};

/** A kind of a newer version of this program is shown as it is. */
export function kindName(kind: string): string {
  const known: Readonly<Record<string, string>> = kindNames;
  return known[kind] ?? kind;
}

/** Finished and still handed over: nobody said whether it arrived. */
export function stateName(state: DeliveryState, isFinished: boolean): string {
  return state === "handed-over" && isFinished ? "Outcome unknown" : stateNames[state];
}
