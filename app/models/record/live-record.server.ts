/** The public record in a few lines, for the landing page. */
import { z } from "zod";
import { env } from "../../env.server.ts";
import { formatResult } from "../../format.ts";
import { formatDay } from "../../time/instant-text.ts";
import { oncePer } from "../once-per.ts";
import { operation } from "../operation.server.ts";
import { isJudged, tallyText } from "./pages/record-summary.ts";
import type { ListedResult } from "./figures/pick-standing.ts";
import { rowOf } from "./pages/row-text.ts";
import { type CachedRecord, cachedRecordSoon } from "./cache/cached-record.server.ts";
import { listedIn } from "./record-list.server.ts";

/** All values are texts. */
export interface LiveRecord {
  since: string;
  record: string;
  units: string;
  /** The last decided picks, the newest first. */
  last: { ref: string; result: ListedResult; pick: string; sport: string; units: string }[];
}

const shownPicks = 10;
const zone = env.SITE_TIMEZONE;

/** `record` is null until enough picks are decided, and where only members may see the record. */
export const readLandingPage = operation("site.read", z.object({}), async () => ({
  record: env.PUBLIC_RECORD ? await liveRecord(new Date()) : null,
}));

async function liveRecord(now: Date): Promise<LiveRecord | null> {
  const record = await cachedRecordSoon(now);
  return record && shownRecord(record);
}

const shownRecord = oncePer(async (record: CachedRecord): Promise<LiveRecord | null> => {
  const { figures, results } = record;
  if (figures.since === null || !isJudged(figures)) return null;
  const last = results.filter(({ outcome }) => outcome === "win" || outcome === "loss").slice(-shownPicks);
  return {
    since: formatDay(figures.since, zone),
    record: tallyText(figures),
    units: formatResult(figures.units_won),
    last: (await listedIn(record, last.reverse())).map((listed) => {
      const { ref, result, pick, sport, units } = rowOf(listed, { zone, odds: "american" });
      return { ref, result, pick, sport, units };
    }),
  };
});
