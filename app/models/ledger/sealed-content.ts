/** The content of a pick that is sealed. Pure. */
import { type Market, type Side, markets, sides } from "../bets/bet.ts";
import type { GradedBet } from "../bets/grade.ts";
import { type Stream, streams } from "../bets/stream.ts";
import { decimalText, readDecimal } from "./decimal.ts";
import {
  isCalendarDate,
  isCount,
  isDecimal,
  isFilled,
  isHex,
  isInstant,
  isOdds,
  oneOf,
  problemOf,
} from "./value-forms.ts";

/** An unknown field is absent. Decimals are texts. */
export interface SealedContent {
  v: 1;
  stream: Stream;
  pick_id: number;
  /** Counts the sealed contents of the pick, not its edits. */
  version: number;
  game?: string;
  away?: string;
  home?: string;
  /** YYYY-MM-DD */
  game_date?: string;
  time?: string;
  starts_at?: string;
  sport?: string;
  tag?: string;
  pick?: string;
  market?: Market;
  side?: Side;
  line?: string;
  /** American. */
  odds?: number;
  book?: string;
  playable_to?: string;
  /** In percent. */
  sim_confidence?: string;
  /** The stake in units. */
  unit_size: string;
}

export interface Reveal {
  /** 64 hex digits. */
  salt: string;
  content: SealedContent;
}

/** The sealed columns of a pick's row: unknown is '' or null. */
export interface SealedColumns {
  stream: Stream;
  id: number;
  game: string;
  away: string;
  home: string;
  game_date: string;
  time: string;
  starts_at: string | null;
  sport: string;
  tag: string;
  pick: string;
  market: Market | "";
  side: Side | "";
  line: number | null;
  odds: number | null;
  book: string;
  playable_to: string;
  sim_confidence: number | null;
  unit_size: number;
}

/** The columns of a pick whose change makes a new version. */
export const sealedFields = [
  "game",
  "away",
  "home",
  "game_date",
  "time",
  "starts_at",
  "sport",
  "tag",
  "pick",
  "market",
  "side",
  "line",
  "odds",
  "book",
  "playable_to",
  "sim_confidence",
  "unit_size",
] as const;

const required = {
  v: oneOf(1),
  stream: oneOf(...streams),
  pick_id: isCount,
  version: isCount,
  unit_size: isStake,
};
const optional = {
  game: isFilled,
  away: isFilled,
  home: isFilled,
  game_date: isCalendarDate,
  time: isFilled,
  starts_at: isInstant,
  sport: isFilled,
  tag: isFilled,
  pick: isFilled,
  market: oneOf(...markets),
  side: oneOf(...sides),
  line: isDecimal,
  odds: isOdds,
  book: isFilled,
  playable_to: isFilled,
  sim_confidence: isDecimal,
};

/** The sealed content of a pick's row. `version` counts sealed contents. */
export function contentOf(pick: SealedColumns, version: number): SealedContent {
  const { stream, id, starts_at, odds } = pick;
  return withoutUnknown({
    v: 1,
    stream,
    pick_id: id,
    version,
    game: pick.game || undefined,
    away: pick.away || undefined,
    home: pick.home || undefined,
    game_date: pick.game_date || undefined,
    time: pick.time || undefined,
    starts_at: starts_at === null ? undefined : new Date(starts_at).toISOString(),
    sport: pick.sport || undefined,
    tag: pick.tag || undefined,
    pick: pick.pick || undefined,
    market: pick.market || undefined,
    side: pick.side || undefined,
    line: knownDecimal(pick.line),
    odds: odds ?? undefined,
    book: pick.book || undefined,
    playable_to: pick.playable_to || undefined,
    sim_confidence: knownDecimal(pick.sim_confidence),
    unit_size: decimalText(pick.unit_size),
  });
}

/** Reads `{salt, content}` as the API gives it; refuses any missing, extra or ill-typed key. */
export function readReveal(value: unknown): { reveal: Reveal } | { problem: string } {
  const problem =
    problemOf(value, { salt: isHex, content: () => true }, {}) ?? problemOf(contentIn(value), required, optional);
  const isReveal = (_: unknown): _ is Reveal => problem === null;
  return isReveal(value) ? { reveal: value } : { problem: problem ?? "" };
}

/** The part of a sealed content that the rules of grading read. */
export function betOf(content: SealedContent): GradedBet {
  const { sport = "", away = "", home = "", market = "", side = "", odds = null } = content;
  const line = content.line === undefined ? null : readDecimal(content.line);
  return { sport, away, home, market, side, line, odds, unit_size: stakeOf(content) };
}

/** In units. */
export function stakeOf({ unit_size }: SealedContent): number {
  return readDecimal(unit_size) ?? 0;
}

function contentIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && "content" in value ? value.content : undefined;
}

function isStake(value: unknown): boolean {
  return typeof value === "string" && (readDecimal(value) ?? -1) >= 0;
}

function knownDecimal(value: number | null): string | undefined {
  return value === null ? undefined : decimalText(value);
}

function withoutUnknown<Fields extends object>(fields: Fields): Fields {
  for (const [name, value] of Object.entries(fields)) if (value === undefined) Reflect.deleteProperty(fields, name);
  return fields;
}
