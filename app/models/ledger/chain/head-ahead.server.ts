/** Finds a last entry that is in the future: nothing can be published until that time. */
import { db } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { formatInstant } from "../../../time/instant-text.ts";
import type { Problem } from "../../problem.ts";
import { isAheadOfClock, readHead } from "./append.server.ts";

/** Returns null while the clock is at most 5 minutes behind the last entry. */
export async function findHeadAhead(now: Date = new Date()): Promise<Problem | null> {
  const head = await readHead(db);
  if (!isAheadOfClock(head, now)) return null;
  return {
    text: `The last entry of the record (${head.seq}) is from ${formatInstant(head.at, env.SITE_TIMEZONE)}, which is still to come: nothing can be published, changed or settled.`,
    since: null,
    advice:
      "Set the clock of the server right. If it was wrong when that entry was written, nothing can be saved before that time; the guide to self-hosting says what then.",
  };
}
