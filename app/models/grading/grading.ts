/** The types and texts of the page that grades a day's games. Pure. */
import type { Stream } from "../bets/stream.ts";
import type { ResultStatus } from "../bets/grade.ts";

/** The limit of the form in bytes: one pasted megabyte can become three in a form's encoding. */
export const gradingBodyLimit = 4 * 1024 * 1024;
/** The most fields that the form may have. */
export const gradingFields = 2000;

export interface PickToGrade {
  id: number;
  stream: Stream;
  version: number;
  /** "Celtics -3.5" */
  name: string;
  /** "-110 Caesars · 1.5u · Pro" */
  details: string;
  /** Says why no rule grades the pick; '' when one does. */
  byHand: string;
  /** "✅ Win +0.91 U"; '' while it is open. */
  settled: string;
}

export interface GameToGrade {
  /** The key is part of the names of the game's fields. */
  key: string;
  title: string;
  sport: string;
  /** Both '' when the sides could not be read: its picks are graded by hand. */
  away: string;
  home: string;
  /** True for a game that a pasted table brought to the page: it has no fields. */
  fromTable: boolean;
  /** True when the result is a winner instead of two scores. */
  winnerOnly: boolean;
  /** "11/20/2026, 7:30 PM EST", or its date. */
  when: string;
  /** The newest known result. */
  result: { away: string; home: string; status: ResultStatus | "" };
  picks: PickToGrade[];
}

export interface GradingDay {
  /** MM/DD/YYYY; '' = all games that wait. */
  date: string;
  /** Says where automatic results come from; '' = there are none. */
  note: string;
  games: GameToGrade[];
  /** The id of the newest stored result of these games: the user has not seen later ones. */
  seen: string;
  /** The number of games that are not shown. */
  more: number;
}

/** The proposal of a check for a pick. */
export interface CheckedPick {
  id: number;
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

/** The side that won a game with scores of 1 and 0; "" when they are not known. */
export function winnerOf({ away, home }: Pick<GameToGrade["result"], "away" | "home">): "" | "away" | "home" | "draw" {
  if (away === "") return "";
  if (away === home) return "draw";
  return home === "1" ? "home" : "away";
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
  checked: CheckedPick[];
  unmatched: UnmatchedLine[];
  /** The reasons why scores are not used, by the key of the game. */
  refused: Readonly<Record<string, string>>;
  /** The number of settled picks that would change. */
  corrections: number;
  /** The number of results that are not stored yet. */
  unstored: number;
  /** Says why nothing was applied although somebody asked for it; '' otherwise. */
  problem: string;
  /** The digest of the typed values that the check was about. */
  digest: string;
}

export interface Graded {
  won: number;
  lost: number;
  pushed: number;
  voided: number;
  filled: number;
  stored: number;
  /** The names of the picks that were changed in the meantime. */
  leftOut: string[];
}

/** "3 picks graded: 2 won, 1 lost. Left out, since it was changed in the meantime: Celtics -3.5." */
export function gradedText({ won, lost, pushed, voided, filled, stored, leftOut }: Graded): string {
  const counts = [
    [won, "won"],
    [lost, "lost"],
    [pushed, "pushed"],
    [voided, "void"],
  ] as const;
  const total = won + lost + pushed + voided;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const texts = [
    total > 0 && `${countText(total, "pick")} graded: ${parts.join(", ")}.`,
    filled > 0 && `Scores added to ${countText(filled, "pick")}.`,
    total === 0 && filled === 0 && stored > 0 && `${countText(stored, "result")} stored.`,
    total === 0 && filled === 0 && stored === 0 && "Nothing was changed.",
    leftOut.length > 0 &&
      `Left out, since ${leftOut.length === 1 ? "it was" : "they were"} changed in the meantime: ${namesOf(leftOut)}.`,
  ];
  return texts.filter((text) => text !== false).join(" ");
}

/** Lists as many names as fit into a cookie, which has room for 4 KB. */
function namesOf(leftOut: readonly string[]): string {
  const more = leftOut.length - mostNames;
  const names = leftOut.slice(0, mostNames).map((name) => (name.length > 80 ? `${name.slice(0, 79)}…` : name));
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

const mostNames = 10;

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
