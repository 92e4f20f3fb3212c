/** The free picks, for everybody: the one of today whole, and how all of them did. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { formatNumber, formatResult, percentText } from "../../format.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { monthNames } from "../../time/months.ts";
import { formatStart } from "../../time/start-text.ts";
import { dateIn } from "../../time/zone-time.ts";
import { offerText, unsaidOdds } from "../bets/bet.ts";
import { outcomeOf } from "../bets/outcome.ts";
import { hasStarted } from "../bets/started.ts";
import type { PickName } from "../ledger/chain/pick-history.server.ts";
import { pickOf } from "../ledger/ledger-entry.ts";
import type { OddsFormat } from "../odds-format.ts";
import { operation } from "../operation.server.ts";
import { cachedByVersion } from "../version-cache.ts";
import { type CachedRecord, cachedRecord } from "./cache/cached-record.server.ts";
import type { ListedResult } from "./figures/pick-standing.ts";
import { addResult, figuresOfTally, newTally } from "./figures/tally.ts";
import { isJudged, tallyText, tooFew } from "./pages/record-summary.ts";
import { rowOf } from "./pages/row-text.ts";
import { type SealedRow, sealedRow } from "./pages/sealed-row.ts";
import { ledgerOf, listedIn } from "./record-list.server.ts";

/** The free pick as members see it. '' = unknown. */
export interface FreePick {
  /** "regular:17" */
  ref: string;
  /** "Nov 30" */
  day: string;
  isToday: boolean;
  sport: string;
  start: string;
  tag: string;
  pick: string;
  game: string;
  /** "-110 DraftKings · playable to -4.5", without what the pick's own text says. */
  price: string;
  odds: number | null;
  confidence: number | null;
  stake: string;
  why: string;
  result: ListedResult;
  units: number;
}

/** An earlier free pick. All values are texts. */
export interface PastFreePick {
  ref: string;
  day: string;
  pick: string;
  result: ListedResult;
  units: string;
  /** "Not counted: no price" */
  note: string;
}

export type Seal = Pick<SealedRow, "published" | "note" | "digest">;

export interface FreeFigures {
  /** "12–9–1" */
  record: string;
  units: string;
  roi: string;
}

const zone = env.SITE_TIMEZONE;
const mostListed = 10;
const shownDigits = 16;

/** The free pick of today, else the last one while its game has not started; null without one. */
export async function readFreePick(now: Date, odds: OddsFormat = "american"): Promise<FreePick | null> {
  const row = await db
    .selectFrom("free_picks")
    .innerJoin("picks", "picks.id", "free_picks.pick_id")
    .select(["day", "picks.stream", "pick_id", "verdict", "units_result", "sport", "tag", "pick", "game", "why"])
    .select(["game_date", "time", "starts_at", "odds", "book", "playable_to", "sim_confidence", "unit_size"])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { day, sport, tag, pick, game, why, playable_to, starts_at, verdict, units_result } = row;
  const isToday = day === dateIn(zone, now);
  if (!isToday && hasStarted(row, now, zone)) return null;
  const date = [formatCalendarDate(row.game_date), row.time].filter(Boolean).join(", ");
  const offer = offerText({ odds: unsaidOdds(row, odds), book: row.book }, odds);
  return {
    ref: pickOf(row),
    day: dayText(day),
    isToday,
    sport,
    start: starts_at === null ? date : formatStart(starts_at, zone),
    tag,
    pick: pick || "–",
    game,
    price: [offer, playable_to && `playable to ${playable_to}`].filter(Boolean).join(" · "),
    odds: row.odds,
    confidence: row.sim_confidence,
    stake: `${formatNumber(row.unit_size)}u`,
    why,
    result: outcomeOf(verdict),
    units: units_result ?? 0,
  };
}

export const readFreePickPage = operation("site.read", z.object({}), async ({ person }) => {
  const now = new Date();
  const odds = person?.odds ?? "american";
  const [free, all, record] = await Promise.all([readFreePick(now, odds), readAll(), cachedRecord(now)]);
  const earlier = all.filter((pick) => pickOf(pick) !== free?.ref).slice(0, mostListed);
  const own = all.find((pick) => pickOf(pick) === free?.ref);
  return {
    free,
    seal: own === undefined ? null : await sealOf(record, own),
    figures: await figuresOf(record, all),
    earlier: await pastOf(record, earlier, odds),
  };
});

interface FreeDay extends PickName {
  day: string;
}

/** The newest first. */
function readAll(): Promise<FreeDay[]> {
  return db.selectFrom("free_picks").select(["day", "stream", "pick_id"]).orderBy("day", "desc").execute();
}

/** When it was sealed, and the beginning of its seal; null for a pick that is not in the ledger. */
async function sealOf(record: CachedRecord, pick: PickName): Promise<Seal | null> {
  const { histories } = await ledgerOf(record, [pick]);
  const history = histories.get(pickOf(pick));
  if (history === undefined) return null;
  const { published, note, digest } = sealedRow(history, record.from, zone, shownDigits);
  return { published, note, digest };
}

const keptFigures = cachedByVersion<FreeFigures | null>();

/** Only picks that the record counts, by its own sums; null while none is settled. */
function figuresOf(record: CachedRecord, all: readonly PickName[]): Promise<FreeFigures | null> {
  const names = new Set(all.map(pickOf));
  return keptFigures("", `${record.head.hash} ${record.from} ${[...names].join()}`, async () => {
    const tally = newTally();
    for (const result of record.results) if (names.has(pickOf(result))) addResult(tally, result);
    const figures = figuresOfTally(tally);
    if (figures.wins + figures.losses + figures.pushes === 0) return null;
    const { units_won, roi_percent } = figures;
    return {
      record: tallyText(figures),
      units: formatResult(units_won),
      roi: isJudged(figures) && roi_percent !== null ? percentText(roi_percent) : tooFew,
    };
  });
}

/** As the record lists them. Of those that it does not list yet, the pick itself: it was free already. */
async function pastOf(record: CachedRecord, days: readonly FreeDay[], odds: OddsFormat): Promise<PastFreePick[]> {
  const listed = await listedIn(record, days);
  const rows = new Map(listed.map((pick) => [pickOf(pick.history), rowOf(pick, { zone, odds })]));
  const texts = await readTexts(days.filter((pick) => !rows.has(pickOf(pick))));
  return days.map((pick) => {
    const ref = pickOf(pick);
    const row = rows.get(ref);
    if (row !== undefined)
      return {
        ref,
        day: dayText(pick.day),
        pick: row.pick,
        result: row.result,
        units: row.units,
        // A total does not name its teams.
        note: [/^(over|under)/i.test(row.pick) ? row.game : "", ...row.tags].filter(Boolean).join(", "),
      };
    const text = texts.get(pick.pick_id);
    const name = `${pick.stream === "pro" ? "Pro" : "Regular"} pick ${pick.pick_id}`;
    const result = text === undefined ? "withdrawn" : "open";
    return { ref, day: dayText(pick.day), pick: text || name, result, units: "", note: "" };
  });
}

async function readTexts(picks: readonly PickName[]): Promise<Map<number, string>> {
  if (picks.length === 0) return new Map();
  const ids = picks.map(({ pick_id }) => pick_id);
  const rows = await db.selectFrom("picks").select(["id", "pick"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, pick }) => [id, pick]));
}

/** "2026-11-30" as "Nov 30". */
function dayText(day: string): string {
  return `${monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3)} ${Number(day.slice(8))}`;
}
