/** What earlier claims of a stream were worth: of its settled picks, how many won at each confidence. */
import { countText, rounded } from "../../format.ts";
import type { CalibrationRange } from "../figures/series.ts";
import type { Stream } from "../bets/stream.ts";
import { cachedByVersion } from "../version-cache.ts";
import { allDates } from "./history.ts";
import { summaryOf } from "./summary.server.ts";

export type Claims = readonly CalibrationRange[];

const cache = cachedByVersion<Claims>();

/** `version` is that of the stream's picks. */
export function claimsOf(stream: Stream, version: string | number): Promise<Claims> {
  return cache(stream, version, async () => (await summaryOf(stream, allDates, null)).calibration);
}

/**
 * What claims of about this confidence (in percent) were worth: "60-65% won 51% of 281"; '' for an unknown
 * confidence.
 */
export function claimText(confidence: number | null, claims: Claims): string {
  if (confidence === null) return "";
  const range = claims.findLast(({ from }) => confidence >= from);
  if (range === undefined || confidence > range.to) return "no pick like it is settled yet";
  return `${rangeWords(range)} won ${rounded(range.winPercent, 0)}% of ${countText(range.bets)}`;
}

function rangeWords({ from, to }: CalibrationRange): string {
  if (from === 0) return `under ${to}%`;
  return to === 100 ? `from ${from}%` : `${from}-${to}%`;
}
