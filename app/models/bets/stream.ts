import type { Market, Side } from "./bet.ts";

export const streams = ["regular", "pro"] as const;
export type Stream = (typeof streams)[number];

export function otherStream(stream: Stream): Stream {
  return stream === "pro" ? "regular" : "pro";
}

/** What two lists need to know of each other's bets. */
export interface ListedBet {
  /** YYYY-MM-DD or ''. */
  game_date: string;
  away: string;
  home: string;
  market: Market | "";
  side: Side | "";
}

/** "same": the same market and side of one game, at any line. "against": its other side, also by spread and moneyline. */
export function relationOf(one: ListedBet, other: ListedBet): "same" | "against" | null {
  const isSameGame =
    one.away !== "" && one.game_date === other.game_date && one.away === other.away && one.home === other.home;
  if (!isSameGame) return null;
  if (one.market === other.market && one.side === other.side) return one.side === "" ? null : "same";
  const sides = [one.side, other.side].sort().join(" ");
  return sides === "away home" || sides === "over under" ? "against" : null;
}
