import { allDates } from "../history/history.ts";
import { figuresOfDays, summaryOf } from "../history/summary.server.ts";
import type { Figures } from "../figures/totals.ts";
import type { Stream } from "../bets/stream.ts";

export interface DaySummary {
  /** Of the day's settled picks. */
  day: Readonly<Record<Stream, Figures>>;
  /** Of all settled picks. */
  soFar: Readonly<Record<Stream, Figures>>;
}

export async function readDaySummary(day: string): Promise<DaySummary> {
  // Kept in memory until a pick changes: thousands of mails ask for them.
  const figuresOf = async (stream: Stream) => (await summaryOf(stream, allDates, null)).figures;
  return {
    day: await figuresOfDays({ from: day, to: day }),
    soFar: { regular: await figuresOf("regular"), pro: await figuresOf("pro") },
  };
}
