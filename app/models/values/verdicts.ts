/** Verdicts as trackers write them, as our marks. Pure. */
import { withSingleBlanks } from "../../format.ts";
import { type Outcome, allOutcomes, outcomes } from "../bets/outcome.ts";
import { readVerdict, withoutVariationSelector } from "../bets/verdict-text.ts";
import { type Cell, type Reader, quoted, readAs, readCells } from "./column.ts";

/** Beside the marks and words that our own import takes. In lower case. */
const words: Readonly<Record<Outcome, readonly string[]>> = {
  open: ["open", "pending", "unsettled", "upcoming", "offen"],
  win: ["winner", "✔", "✓", "☑", "gewonnen"],
  loss: ["loser", "✗", "✘", "✖", "verloren"],
  push: ["pushed", "tied"],
  void: ["voided", "no-action", "storniert", "annulliert"],
};

const digits = new Map<string, Outcome>([
  ["1", "win"],
  ["0", "loss"],
]);

const settledMark = /^([\u2705\u274c\u2796\u{1f6ab}]) (.+)$/u;

/**
 * Reads verdicts as marks; an open pick is ''. In a column that has nothing but 1 and 0, they are wins and losses; not
 * when all are 0, which may mean open.
 */
export const readVerdicts: Reader = (cells) => {
  const filled = cells.map((text) => text.trim()).filter((text) => text !== "");
  const isDigits = filled.includes("1") && filled.every((text) => digits.has(text));
  return readCells(cells, (text) => verdictOf(text, isDigits ? (digits.get(text) ?? null) : outcomeIn(text)));
};

function verdictOf(text: string, outcome: Outcome | null): Cell {
  if (outcome !== null) return readAs(outcomes[outcome].mark);
  return { problem: `${quoted(text)} is not known as a verdict. Write win, loss, push, void or open.` };
}

/** "✅ Win" is a mark and a word that say the same. */
function outcomeIn(text: string): Outcome | null {
  const plain = withSingleBlanks(withoutVariationSelector(text)).toLowerCase();
  const [, mark = "", word = ""] = settledMark.exec(plain) ?? [];
  if (mark === "") return wordOf(plain);
  return wordOf(mark) === wordOf(word) ? wordOf(mark) : null;
}

function wordOf(plain: string): Outcome | null {
  const isWordOf = (outcome: Outcome) => words[outcome].includes(plain);
  return readVerdict(plain) ?? allOutcomes.find(isWordOf) ?? null;
}
