/** Reads how a game ended, in the words of people and of scoreboards. Pure. */
import { type ResultStatus, resultStatuses } from "../bets/grade.ts";

/** Other words for each status, without blanks around slashes. */
const otherWords: Readonly<Record<ResultStatus, readonly string[]>> = {
  final: ["f", "ft", "full time", "aet", "ended"],
  postponed: ["ppd", "postp"],
  cancelled: ["canceled", "abandoned"],
  suspended: ["susp"],
  shortened: [],
};

const statusOf = new Map(
  resultStatuses.flatMap((status) => [status, ...otherWords[status]].map((word) => [word, status] as const)),
);

/** "F/OT", "Final/10", "F (2OT)": over after overtime, a shootout or more innings. */
const afterMore = /^(?:f|final)(?:\/| ?\()(?:\d?ot|so|\d{1,2})\)?$/;

/** Endings that the grading rules don't know: who won depends on the book's own rules. */
const byHand: ReadonlySet<string> = new Set([
  "no contest",
  "nc",
  "walkover",
  "w/o",
  "wo",
  "retired",
  "ret",
  "retirement",
  "disqualified",
  "dsq",
]);

/** Returns the status that a text means; a text that means none is returned as it is. */
export function readStatus(text: string): string {
  const word = wordOf(text);
  return statusOf.get(word) ?? (afterMore.test(word) ? "final" : text);
}

/** Says why a text is no status. */
export function statusProblem(text: string): string {
  return byHand.has(wordOf(text))
    ? `No rule grades "${text.trim()}". Settle these picks by hand.`
    : "Choose a status from the list.";
}

/** "PPD." becomes "ppd". */
function wordOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ ?\/ ?/g, "/")
    .replace(/\.$/, "");
}
