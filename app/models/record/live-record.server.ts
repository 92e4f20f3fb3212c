/** The public record in a few lines, for the landing page. */
import { z } from "zod";
import { env } from "../../env.server.ts";
import { formatResult } from "../../format.ts";
import { formatDay } from "../../time/instant-text.ts";
import { formatStamp } from "../../time/start-text.ts";
import { readDecimal } from "../ledger/decimal.ts";
import { oncePer } from "../once-per.ts";
import { operation } from "../operation.server.ts";
import { isJudged, tallyText } from "./pages/record-summary.ts";
import type { ListedResult } from "./figures/pick-standing.ts";
import type { ListedPick } from "./pages/listed-pick.ts";
import { rowOf } from "./pages/row-text.ts";
import { type CachedRecord, cachedRecordSoon } from "./cache/cached-record.server.ts";
import { readFreePick } from "./free-pick.server.ts";
import { listedIn } from "./record-list.server.ts";
import { landingTexts } from "../site/landing-texts.server.ts";

/** All values are texts. */
export interface LiveRecord {
  since: string;
  record: string;
  units: string;
  /** The last decided picks, the newest first. */
  last: { ref: string; result: ListedResult; pick: string; sport: string; units: string }[];
  /** The newest of them that has a confidence, whether it was won or lost; null without one. */
  ticket: SettledTicket | null;
}

/** A pick as it was sealed, with what became of it. '' = unknown. */
export interface SettledTicket {
  ref: string;
  sport: string;
  start: string;
  tag: string;
  pick: string;
  game: string;
  confidence: number | null;
  odds: number | null;
  stake: string;
  /** "112–108", the away team's first. */
  score: string;
  won: boolean;
  units: number;
}

const shownPicks = 10;
const shownVerdicts = 3;
const zone = env.SITE_TIMEZONE;
const reading = { zone, odds: "american" } as const;

/** `record` is null until enough picks are decided, and where only members may see the record. */
export const readLandingPage = operation("site.read", z.object({}), async () => {
  const now = new Date();
  const [record, free] = await Promise.all([env.PUBLIC_RECORD ? liveRecord(now) : null, readFreePick(now)]);
  // The page has no room for the text why.
  return { record, texts: landingTexts(), free: free && { ...free, why: "" } };
});

async function liveRecord(now: Date): Promise<LiveRecord | null> {
  const record = await cachedRecordSoon(now);
  return record && shownRecord(record);
}

const shownRecord = oncePer(async (record: CachedRecord): Promise<LiveRecord | null> => {
  const { figures } = record;
  if (figures.since === null || !isJudged(figures)) return null;
  const last = decided(record).slice(-shownPicks);
  const listed = await listedIn(record, last.reverse());
  return {
    since: formatDay(figures.since, zone),
    record: tallyText(figures),
    units: formatResult(figures.units_won),
    last: listed.map((each) => {
      const { ref, result, pick, sport, units } = rowOf(each, reading);
      return { ref, result, pick, sport, units };
    }),
    ticket: newestTicket(listed.filter(({ history }) => history.stream === "regular")) ?? newestTicket(listed),
  };
});

/** The verdicts under the price: the last three, with the record in one line. */
export interface LastVerdicts {
  since: string;
  record: string;
  units: string;
  verdicts: { pick: string; won: boolean; units: number }[];
}

export async function readLastVerdicts(now: Date): Promise<LastVerdicts | null> {
  const record = env.PUBLIC_RECORD ? await cachedRecordSoon(now) : null;
  return record && lastVerdicts(record);
}

const lastVerdicts = oncePer(async (record: CachedRecord): Promise<LastVerdicts | null> => {
  const { figures } = record;
  if (figures.since === null || !isJudged(figures)) return null;
  const listed = await listedIn(record, decided(record).slice(-shownVerdicts).reverse());
  return {
    since: formatDay(figures.since, zone),
    record: tallyText(figures),
    units: formatResult(figures.units_won),
    verdicts: listed.flatMap((each) =>
      each.status.kind === "counted"
        ? [
            {
              pick: rowOf(each, reading).pick,
              won: each.status.result.outcome === "win",
              units: each.status.result.units,
            },
          ]
        : [],
    ),
  };
});

function decided({ results }: CachedRecord) {
  return results.filter(({ outcome }) => outcome === "win" || outcome === "loss");
}

/** What the simulation found is shown first: the page sells that. */
function newestTicket(listed: readonly ListedPick[]): SettledTicket | null {
  return listed.map(ticketOf).find((ticket) => ticket !== null) ?? null;
}

function ticketOf(listed: ListedPick): SettledTicket | null {
  const { content, status } = listed;
  if (content?.sim_confidence === undefined || status.kind !== "counted") return null;
  const { ref, pick, game, stake, score } = rowOf(listed, reading);
  return {
    ref,
    pick,
    game,
    stake,
    score,
    sport: content.sport ?? "",
    start: content.starts_at === undefined ? "" : formatStamp(content.starts_at, zone),
    tag: content.tag ?? "",
    confidence: readDecimal(content.sim_confidence),
    odds: content.odds ?? null,
    won: status.result.outcome === "win",
    units: status.result.units,
  };
}
