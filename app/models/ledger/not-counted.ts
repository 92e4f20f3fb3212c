/** The reasons why a pick does not count. Pure, and small: pages load it without the rest of the record. */

/** The first reason that applies is shown. */
export const notCountedReasons = [
  "from before the ledger",
  "withdrawn before the start",
  "withdrawn, never had a start",
  "no start time",
  "published after the start",
  "no price",
] as const;
export type NotCountedReason = (typeof notCountedReasons)[number];
