/** The kinds of news, the channels of a member, and what goes out before somebody chooses. Pure. */
import type { Stream } from "../bets/stream.ts";

export const newsKinds = [
  "new-picks",
  "new-pro-picks",
  "pick-starts",
  "pick-changed",
  "card-results",
  "daily-summary",
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
  /** Which emails they are: "You will get no more emails about new picks." */
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
    help: "For each round of picks, when it is published.",
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
    help: "30 minutes before its game.",
    emails: "about picks on your card that start soon",
    mail: false,
    push: true,
    isOfCard: true,
  },
  "pick-changed": {
    label: "A pick on my card changed",
    help: "Before its game: another line, price or start, or withdrawn.",
    emails: "about changes of picks on your card",
    mail: true,
    push: true,
    isOfCard: true,
  },
  "card-results": {
    label: "Results of my card",
    help: "When picks on your card are settled.",
    emails: "about results of your card",
    mail: false,
    push: true,
    isOfCard: true,
  },
  "daily-summary": {
    label: "Summary of yesterday",
    help: "At 8 in the morning: the day's picks, your card and the record.",
    emails: "with the summary of yesterday",
    mail: false,
    push: null,
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
