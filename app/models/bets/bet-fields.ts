/** Decides which values a pick's bet has: those that people typed, else those read from its texts. Pure. */
import type { BetReading, Market, Side } from "./bet.ts";
import { readBet, readGame } from "./bet-text.ts";
import { outcomeOf } from "./outcome.ts";
import { readStart } from "./start-time.ts";
import { unitsResultOf } from "./units.ts";

/** The fields that are read from the texts or computed, in the order in which they depend on each other. */
export const derivedFields = ["away", "home", "starts_at", "market", "side", "line", "odds", "units_result"] as const;
type DerivedField = (typeof derivedFields)[number];

/**
 * When one of these fields changes, everything is read and computed again. The sides and the market count too, because
 * the reading depends on them.
 */
const sources = [
  "pick",
  "game",
  "game_date",
  "time",
  "odds",
  "unit_size",
  "verdict",
  "away",
  "home",
  "market",
  "sport",
] as const;

export interface Bet {
  pick: string;
  game: string;
  /** YYYY-MM-DD or ''. */
  game_date: string;
  time: string;
  verdict: string;
  unit_size: number;
  away: string;
  home: string;
  /** ISO, UTC. */
  starts_at: string | null;
  market: Market | "";
  side: Side | "";
  line: number | null;
  odds: number | null;
  units_result: number | null;
}

export type DerivedValues = Pick<Bet, DerivedField>;

export interface ResolvedBet {
  bet: Bet;
  /** The fields that people typed; a typed '' counts, too. */
  typedFields: readonly DerivedField[];
  /** The values read from the texts. */
  reading: DerivedValues;
}

/** The fields that were sent, with the sport that the names are read in. */
export interface SentBet extends Partial<Bet> {
  sport?: string;
}

export interface StoredBet extends Bet {
  sport?: string;
  typedFields: readonly string[];
}

const none: DerivedValues = {
  away: "",
  home: "",
  starts_at: null,
  market: "",
  side: "",
  line: null,
  odds: null,
  units_result: null,
};

/**
 * A field counts as typed when the sent value differs from the stored value and from the reading. When a sent value
 * equals the reading, the field counts as read again. `before` is null for a new pick; `zone` applies to times that
 * name no zone.
 */
export function resolveBet(before: StoredBet | null, sent: SentBet, zone: string): ResolvedBet {
  const texts = textsOf(before, sent);
  const { choose, typed } = chooser(before, sent);
  const sides = readGame(texts.game);
  const [away, home] = [choose("away", sides.away), choose("home", sides.home)];
  const wager = readBet(texts.pick, { away, home }, sent.sport ?? before?.sport);
  const starts_at = readStart(texts.game_date, texts.time, zone);
  const market = choose("market", wager.market);
  const fitting = fittedTo(market, wager);
  const [side, line] = [choose("side", fitting.side), choose("line", fitting.line)];
  const odds = choose("odds", wager.odds);
  const units_result = unitsResultOf(outcomeOf(texts.verdict), texts.unit_size, odds);
  const derived = { starts_at: choose("starts_at", starts_at), units_result: choose("units_result", units_result) };
  return {
    bet: { ...texts, away, home, market, side, line, odds, ...derived },
    typedFields: derivedFields.filter((name) => typed.has(name)),
    reading: { ...sides, ...wager, starts_at, units_result },
  };
}

/**
 * Reads the texts again when a source changed or a field was left empty. `choose` decides one field after the other;
 * `typed` collects the fields that people typed.
 */
function chooser(before: StoredBet | null, sent: SentBet) {
  const stored = before ?? none;
  const values: Partial<Bet> = sent;
  const isReread =
    before === null ||
    sources.some((name) => sent[name] !== undefined && sent[name] !== before[name]) ||
    derivedFields.some((name) => sent[name] === none[name] && stored[name] === none[name]);
  const typed = new Set<DerivedField>();
  const choose = <Name extends DerivedField>(name: Name, read: DerivedValues[Name]): DerivedValues[Name] => {
    const value: DerivedValues[Name] | undefined = values[name];
    if (value !== undefined && value === read) return read;
    if (value !== undefined && value !== stored[name]) {
      typed.add(name);
      return value;
    }
    if (before?.typedFields.includes(name)) {
      typed.add(name);
      return stored[name];
    }
    return isReread ? read : stored[name];
  };
  return { choose, typed };
}

type Wager = Pick<Bet, "market" | "side" | "line" | "odds">;

/** Drops the values that were read for another market than the chosen one; keeps a side that fits the chosen market. */
function fittedTo(market: string, read: BetReading): Pick<BetReading, "side" | "line"> {
  if (market === read.market) return read;
  return { side: sideProblem(market, read.side) === null ? read.side : "", line: null };
}

/** Finds the field that contradicts the others, with the reason; null when all fit together. */
export function betProblem(bet: Wager): { field: "side" | "line"; message: string } | null {
  const side = sideProblem(bet.market, bet.side);
  if (side !== null) return { field: "side", message: side };
  if (bet.line === null) return null;
  if (bet.market === "moneyline") return { field: "line", message: "A moneyline has no line." };
  if (bet.market === "total" && bet.line < 0) return { field: "line", message: "A total can't be below 0." };
  return null;
}

function sideProblem(market: string, side: string): string | null {
  const ofTotal = side === "over" || side === "under";
  if (ofTotal && market !== "total") return "Over and under go with a total only.";
  if (side === "draw" && market !== "moneyline") return "A draw goes with a moneyline only.";
  return market === "total" && side !== "" && !ofTotal ? "The side of a total is over or under." : null;
}

/** The largest stored result in units, won or lost. */
export const mostUnits = 1000;

/** Explains why a result in units can't belong to its verdict; null when it can, or when the result is unknown. */
export function resultProblem({ verdict, units_result: units }: Pick<Bet, "verdict" | "units_result">): string | null {
  const outcome = outcomeOf(verdict);
  if (units === null || outcome === "open") return null;
  if (Math.abs(units) > mostUnits) return `At most ${mostUnits} units.`;
  if (outcome === "win") return units < 0 ? "A win can't be below 0." : null;
  if (outcome === "loss") return units > 0 ? "A loss can't be above 0." : null;
  return units === 0 ? null : `A ${outcome} is 0: the stake came back.`;
}

/** Names the fields where people typed something else than the texts say. */
export function contradictions({ bet, typedFields, reading }: ResolvedBet): DerivedField[] {
  return typedFields.filter(
    (name) => name !== "units_result" && reading[name] !== none[name] && reading[name] !== bet[name],
  );
}

function textsOf(before: Bet | null, sent: Partial<Bet>) {
  return {
    pick: sent.pick ?? before?.pick ?? "",
    game: sent.game ?? before?.game ?? "",
    game_date: sent.game_date ?? before?.game_date ?? "",
    time: sent.time ?? before?.time ?? "",
    verdict: sent.verdict ?? before?.verdict ?? "",
    unit_size: sent.unit_size ?? before?.unit_size ?? 0,
  };
}
