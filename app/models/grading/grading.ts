/** The types and texts of the page that grades a day's games. Pure. */
import type { ResultStatus } from "../bets/grade.ts";
import { settledOutcomes } from "../bets/outcome.ts";

/** The limit of the form in bytes: one pasted megabyte can become three in a form's encoding. */
export const gradingBodyLimit = 4 * 1024 * 1024;
/** The most fields that the form may have. */
export const gradingFields = 2000;

export interface PickToGrade {
  id: number;
  version: number;
  /** "Celtics -3.5" */
  name: string;
  /** "-110 Caesars · 1.5u · Pro" */
  details: string;
  /** Says why no rule grades the pick; '' when one does. */
  byHand: string;
  /** "✅ Win +0.91 U"; '' while it is open. */
  settled: string;
  /** Null when no result says anything about it, and no person either. */
  check: CheckedPick | null;
}

/** The proposal of a check for a pick. */
export interface CheckedPick {
  /** True if it can be applied. */
  applicable: boolean;
  ticked: boolean;
  /** "Win, +0.91 U"; '' when only a person can decide. */
  outcome: string;
  /** "✅ Beat CLV" */
  clv: string;
  /** Says how the pick was graded, or why no rule grades it. */
  workings: string;
  /** True for a win whose price is not known. */
  needsUnits: boolean;
}

export interface GameToGrade {
  /** The key is part of the names of the game's fields. */
  key: string;
  title: string;
  sport: string;
  away: string;
  home: string;
  /** "11/20/2026, 7:30 PM EST", or its date. */
  when: string;
  /**
   * The newest known result. Null for a game without fields: its sides could not be read, so its picks are graded by
   * hand, or a pasted table brought it to the page.
   */
  result: { away: string; home: string; status: ResultStatus | "" } | null;
  /** Says why its scores are not used; '' when they are. */
  refused: string;
  picks: PickToGrade[];
}

export interface GradingDay {
  /** MM/DD/YYYY; '' = all games that wait. */
  date: string;
  /** Says where automatic results come from; '' = there are none. */
  note: string;
  games: GameToGrade[];
  /** The number of games that are not shown. */
  more: number;
}

export interface UnmatchedLine {
  /** Identifies a line of the pasted table, or a stored result. */
  index: number;
  /** "Los Angeles Lakers 104 @ Boston Celtics 112" */
  text: string;
  reason: string;
  sport: string;
  away: string;
  home: string;
  /** The teams of that day's games: the name could mean one of them. */
  teams: string[];
}

export interface GradingCheck extends GradingDay {
  /** The typed values. */
  values: Readonly<Record<string, string>>;
  unmatched: UnmatchedLine[];
  /** True if settled picks would change. */
  needsReason: boolean;
  /** True if a result is not stored yet. */
  hasNewResults: boolean;
  /** Says why nothing was applied although somebody asked for it; '' otherwise. */
  problem: string;
  /** The digest of the results that the check was about. */
  digest: string;
}

/** The side that won a game with scores of 1 and 0; "" when they are not known. */
export function winnerOf({ away, home }: { away: string; home: string }): "" | "away" | "home" | "draw" {
  if (away === "") return "";
  if (away === home) return "draw";
  return home === "1" ? "home" : "away";
}

export interface Graded {
  /** The outcomes of the picks that were graded. */
  outcomes: string[];
  /** The number of picks that got only their scores. */
  filled: number;
  /** The number of results that were stored. */
  stored: number;
  /** The names of the picks that were changed in the meantime. */
  leftOut: string[];
}

const words = { win: "won", loss: "lost", push: "pushed", void: "void" } as const;

/** "3 picks graded: 2 won, 1 lost. Left out, since it was changed in the meantime: Celtics -3.5." */
export function gradedText({ outcomes, filled, stored, leftOut }: Graded): string {
  const parts = settledOutcomes
    .map((outcome) => ({ outcome, count: outcomes.filter((each) => each === outcome).length }))
    .flatMap(({ outcome, count }) => (count > 0 ? [`${count} ${words[outcome]}`] : []));
  const isNothingGraded = outcomes.length === 0 && filled === 0;
  const texts = [
    outcomes.length > 0 && `${countText(outcomes.length, "pick")} graded: ${parts.join(", ")}.`,
    filled > 0 && `Scores added to ${countText(filled, "pick")}.`,
    isNothingGraded && (stored > 0 ? `${countText(stored, "result")} stored.` : "Nothing was changed."),
    leftOut.length > 0 &&
      `Left out, since ${leftOut.length === 1 ? "it was" : "they were"} changed in the meantime: ${namesOf(leftOut)}.`,
  ];
  return texts.filter((text) => text !== false).join(" ");
}

const mostNames = 10;

/** Lists as many names as fit into a cookie, which has room for 4 KB. */
function namesOf(leftOut: readonly string[]): string {
  const more = leftOut.length - mostNames;
  const names = leftOut.slice(0, mostNames).map((name) => (name.length > 80 ? `${name.slice(0, 79)}…` : name));
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
