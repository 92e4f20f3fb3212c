/** Finds what is unusual about a pick; staff are asked before it is saved. Pure. */
import { daysBetween, formatCalendarDate } from "../../time/calendar-date.ts";
import { fieldText, formatNumber, formatResult, rounded } from "../../format.ts";
import { type Bet, type DerivedValues, type ResolvedBet, contradictions } from "./bet-fields.ts";
import { formatOdds } from "./bet.ts";
import { outcomeOf, outcomes } from "./outcome.ts";
import { hasStarted } from "./started.ts";
import { formatStart } from "../../time/start-text.ts";
import { unitsResultOf } from "./units.ts";

export interface Situation {
  now: Date;
  /** The site's time zone. */
  zone: string;
  /** YYYY-MM-DD in that zone. */
  today: string;
  /** False while it is being published. */
  isPublished: boolean;
  /** True when another open pick has the same stream, game, pick and date. */
  isRepeated: boolean;
  /** The other list's open pick on the other side of this game; '' = none. */
  against: string;
}

const farthestDays = 370;
const largestStake = 5;
const roundingUnits = 0.02;
const lateText = "This will be listed as published after its start and won't count.";

/** Each warning is a sentence. Staff are only asked about the warnings that their change brings. */
export function warningsOf(resolved: ResolvedBet, situation: Situation): string[] {
  const { bet } = resolved;
  const { now, zone, today, isRepeated, isPublished, against } = situation;
  const isStarted = hasStarted(bet, now, zone);
  const isSettled = outcomeOf(bet.verdict) !== "open";
  const warnings = [
    bet.pick === "" && bet.game === "" && "It has no pick and no game.",
    isRepeated && !isSettled && "An open pick with the same game, pick and date exists already.",
    against !== "" && !isPublished && !isSettled && `The other list has the other side of this game: ${against}.`,
    isStarted && `Its start is in the past: ${startText(bet, zone)}.${isPublished ? "" : ` ${lateText}`}`,
    bet.game_date !== "" &&
      Math.abs(daysBetween(today, bet.game_date)) > farthestDays &&
      `Its date is more than ${farthestDays} days away.`,
    bet.unit_size > largestStake && `Its stake is over ${largestStake} units: ${formatNumber(bet.unit_size)}u.`,
    isSettled && !isStarted && (isPublished || isStillToCome(bet, today) ? "Its game has not started yet." : lateText),
    ...resultWarnings(bet),
    ...contradictions(resolved).map((name) => contradictionText(name, resolved, zone)),
  ];
  return warnings.filter((warning) => warning !== false);
}

function isStillToCome({ starts_at, game_date }: Bet, today: string): boolean {
  return starts_at !== null || game_date > today;
}

function resultWarnings({ verdict, unit_size, odds, units_result }: Bet): string[] {
  const outcome = outcomeOf(verdict);
  if (outcome !== "win" && outcome !== "loss") return [];
  if (units_result === null) return [`It is a ${outcome} without a result in units.`];
  const byPrice = unitsResultOf(outcome, unit_size, odds);
  if (byPrice === null || odds === null || isNear(byPrice, units_result)) return [];
  const { label } = outcomes[outcome];
  return [
    `${label} of ${formatNumber(unit_size)}u at ${formatOdds(odds)} is ${formatResult(byPrice)}, not ${formatResult(units_result)}.`,
  ];
}

/** Rounds the difference, since 0.93 - 0.91 is a little over 0.02. */
function isNear(one: number, other: number): boolean {
  return rounded(Math.abs(one - other), 6) <= roundingUnits;
}

function startText({ starts_at, game_date }: Bet, zone: string): string {
  return starts_at === null ? formatCalendarDate(game_date) : formatStart(starts_at, zone);
}

function contradictionText(name: keyof DerivedValues, { bet, reading }: ResolvedBet, zone: string): string {
  const text = (value: string | number | null) => {
    if (name === "starts_at" && typeof value === "string") return formatStart(value, zone);
    return value === null || value === "" ? "nothing" : String(value);
  };
  return `The text says ${fieldText(name)} ${text(reading[name])}, but ${text(bet[name])} was entered.`;
}
