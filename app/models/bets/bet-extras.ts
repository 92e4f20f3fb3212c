/** Reads what people write around a bet: the stake, the book, how far it is playable, and marks. Pure. */
import { withSingleBlanks } from "../../format.ts";
import { withPlainSigns } from "./bet.ts";
import { bookNamed, bookNames } from "./books.ts";

/** A pick's text, taken apart. */
export interface BetWithExtras {
  /** The text of the bet alone. */
  bet: string;
  /** The stake in units; null = not said. */
  unit_size: number | null;
  /** The book's full name; '' = not said. */
  book: string;
  /** A line or a price as it was written, like "-4" or "-120"; '' = not said. */
  playable_to: string;
}

// A pick has at most 200 characters. On a text without a limit the patterns would take too long.
const longestText = 300;

const units = String.raw`(?<extra>\d{1,2}(?:\.\d{1,2})?|\.\d{1,2}) ?(?:u|units?)`;
const unitsBefore = [units, String.raw`\(${units}\)`].map((part) => new RegExp(`^${part}:?(?: on)? (?<bet>.+)$`, "i"));
const unitsAfter = atEnd(units);
const anotherStake = /\d ?(?:u|units?)\b/i;
const bookAfter = atEnd(`(?:@ ?|at |on )?(?<extra>${bookNames.join("|")})`);
const playableAfter = [
  ...atEnd(String.raw`(?:playable|good|bet) (?:up |down )?to (?<extra>[+-]?\d{1,6}(?:\.\d{1,2})?)`),
  ...atEnd(String.raw`to (?<extra>[+-]\d{1,6}(?:\.\d{1,2})?)`),
];
const orBetterAfter = atEnd("(?<extra>or better)");

const mark = String.raw`[\p{Extended_Pictographic}\p{Regional_Indicator}\u{1F3FB}-\u{1F3FF}\uFE0F\u200D\u{2606}\u{2713}\u{2717}\u{2022}\u{B7}\u{25CF}\u{25AA}\u{25BA}*]`;
const markBefore = new RegExp(String.raw`^(?:${mark}+ ?|(?:-|\d{1,2}\)) (?=.*\p{L}))+`, "u");
const markAfter = new RegExp(`(?: ?${mark})+$`, "u");

/**
 * Takes the extras off a pick's text: "⭐ 2u Celtics -3.5 (-110) DK, playable to -4.5" has the bet "Celtics -3.5 (-110)".
 * An extra that is there twice stays in the bet, which then can't be read.
 */
export function readExtras(pick: string): BetWithExtras {
  const none = { bet: plainText(pick), unit_size: null, book: "", playable_to: "" };
  if (none.bet.length > longestText) return none;
  const unmarked = { ...none, bet: withoutMarks(none.bet) };
  let read = takeUnits(unmarked, unitsBefore) ?? unmarked;
  for (let shorter = takeLast(read); shorter !== null; shorter = takeLast(read))
    read = { ...shorter, bet: withoutMarks(shorter.bet) };
  return read.unit_size !== null && anotherStake.test(read.bet) ? unmarked : read;
}

/** Writes blanks, minus signs, apostrophes and fractions of a text in one way: "−3 ½" becomes "-3.5". */
export function plainText(text: string): string {
  return withPlainSigns(withSingleBlanks(text))
    .replace(/[\u2019\u2018\u02bc]/g, "'")
    .replace(/(?<=\d) (?=[\u00bc\u00bd\u00be])/g, "")
    .replaceAll("¼", ".25")
    .replaceAll("½", ".5")
    .replaceAll("¾", ".75");
}

/** The patterns of a part at the end of a text, with and without parentheses. */
function atEnd(part: string): RegExp[] {
  return [String.raw` ?\(${part}\)`, ` ${part}`].map((end) => new RegExp(`^(?<bet>.*?[^ ,]),?${end}$`, "i"));
}

function withoutMarks(text: string): string {
  return text.replace(markBefore, "").replace(markAfter, "");
}

/** Takes off the last extra; null when there is none. */
function takeLast(read: BetWithExtras): BetWithExtras | null {
  return takeUnits(read, unitsAfter) ?? takeBook(read) ?? takePlayable(read);
}

function takeUnits(read: BetWithExtras, patterns: readonly RegExp[]): BetWithExtras | null {
  const found = split(read.bet, patterns);
  const unit_size = Number(found?.extra);
  return found && read.unit_size === null && unit_size > 0 ? { ...read, bet: found.bet, unit_size } : null;
}

function takeBook(read: BetWithExtras): BetWithExtras | null {
  const found = split(read.bet, bookAfter);
  return found && read.book === "" ? { ...read, bet: found.bet, book: bookNamed(found.extra) } : null;
}

function takePlayable(read: BetWithExtras): BetWithExtras | null {
  const orBetter = split(read.bet, orBetterAfter);
  if (orBetter) return { ...read, bet: orBetter.bet };
  const found = split(read.bet, playableAfter);
  return found && read.playable_to === "" ? { ...read, bet: found.bet, playable_to: found.extra } : null;
}

function split(text: string, patterns: readonly RegExp[]): { bet: string; extra: string } | null {
  for (const pattern of patterns) {
    const { bet, extra } = pattern.exec(text)?.groups ?? {};
    if (bet !== undefined && extra !== undefined) return { bet, extra };
  }
  return null;
}
