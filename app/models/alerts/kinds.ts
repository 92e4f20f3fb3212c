/** The kinds of news, the channels of a member, and what goes out before somebody chooses. Pure. */
import type { Stream } from "../bets/stream.ts";

export const newsKinds = [
  "new-picks",
  "new-pro-picks",
  "pick-starts",
  "pick-changed",
  "card-results",
  "daily-summary",
  "announcements",
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** The kind of new picks of a stream. */
export const newPicksKind: Readonly<Record<Stream, NewsKind>> = { regular: "new-picks", pro: "new-pro-picks" };

/** "push" = a device with "Alerts on this device" switched on. */
export const newsChannels = ["mail", "push"] as const;
export type NewsChannel = (typeof newsChannels)[number];

interface KindOfNews {
  label: string;
  help: string;
  /** Which emails they are: "You won't get any more emails about new picks." */
  emails: string;
  mail: boolean;
  /** Null: this kind has no alert. */
  push: boolean | null;
  /** True: it is about picks on somebody's card. */
  isOfCard: boolean;
}

export const kindsOfNews: Readonly<Record<NewsKind, KindOfNews>> = {
  "new-picks": {
    label: "New picks",
    help: "Each time we publish picks.",
    emails: "about new picks",
    mail: true,
    push: true,
    isOfCard: false,
  },
  "new-pro-picks": {
    label: "New pro picks",
    help: "In the same email as new picks.",
    emails: "about new picks",
    mail: true,
    push: true,
    isOfCard: false,
  },
  "pick-starts": {
    label: "A pick on my card starts",
    help: "30 minutes before the game.",
    emails: "about picks on your card that start soon",
    mail: false,
    push: true,
    isOfCard: true,
  },
  "pick-changed": {
    label: "A pick on my card changed",
    help: "Before the game: a new line, price or start time, or it was withdrawn.",
    emails: "about changes to picks on your card",
    mail: true,
    push: true,
    isOfCard: true,
  },
  "card-results": {
    label: "Results on my card",
    help: "When picks on your card are settled.",
    emails: "about results on your card",
    mail: false,
    push: true,
    isOfCard: true,
  },
  "daily-summary": {
    label: "Daily summary",
    help: "At 8 AM: yesterday's picks, your card and the record.",
    emails: "with the daily summary",
    mail: false,
    push: null,
    isOfCard: false,
  },
  announcements: {
    label: "Announcements",
    help: "Now and then: changes to the service.",
    emails: "with announcements",
    mail: true,
    push: false,
    isOfCard: false,
  },
};

export const quietLates = ["at-once", "never"] as const;
export const pushTexts = ["whole", "count"] as const;

export function isNewsKind(text: string): text is NewsKind {
  return newsKinds.some((kind) => kind === text);
}

/** The kinds for somebody with or without a card. */
export function kindsFor(hasCard: boolean): NewsKind[] {
  return newsKinds.filter((kind) => hasCard || !kindsOfNews[kind].isOfCard);
}

/** The name of a form's box for a kind by a channel. */
export function boxOf(kind: NewsKind, channel: NewsChannel): string {
  return `${kind}.${channel}`;
}

export function sportBoxOf(sport: string): string {
  return `sport.${sport}`;
}
