/** What an announcement is, and what an alert shows of it. Pure. */
import { shortened } from "../../format.ts";
import { type Access, accessKinds, accessNames } from "../people/user.ts";

export type AnnouncementState = "draft" | "sending" | "sent" | "stopped";

/** What can be done with one; its page asks about most of them. */
export const announcementSteps = ["send", "test", "stop", "delete"] as const;
export type AnnouncementStep = (typeof announcementSteps)[number];

export interface Announcement {
  id: number;
  subject: string;
  /** Markdown. */
  body: string;
  /** The members who get it, by why they have access. */
  audience: Access[];
  /** Also as an alert. */
  push: boolean;
  state: AnnouncementState;
  version: number;
  sent_at: string | null;
  /** How many people it was queued for, until now. */
  mails: number;
  alerts: number;
}

export const longestSubject = 120;
export const longestBody = 10_000;

/** So many people get it each minute: a mail server that is asked for thousands at once refuses them. */
export const peoplePerMinute = 250;

/** A new one goes to those who have access. */
export const usualAudience = accessKinds.filter((kind) => kind !== "none");

export function audienceText(audience: readonly Access[]): string {
  if (audience.length === accessKinds.length) return "All members";
  if (audience.length === usualAudience.length && !audience.includes("none")) return "All with access";
  return audience.map((kind) => accessNames[kind]).join(", ");
}

/** The name of a form's box for a kind of access. */
export function audienceBox(kind: Access): string {
  return `to.${kind}`;
}

/** The text as an alert shows it: the marks of Markdown mean nothing there. */
export function alertText(body: string): string {
  const plain = body
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*])[ \t]+/gm, "")
    .replace(/[*_`]/g, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return shortened(plain, 300);
}
