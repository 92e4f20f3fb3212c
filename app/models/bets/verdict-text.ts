/** Reads verdicts as people type them. Pure. */
import { type Outcome, allOutcomes, outcomes } from "./outcome.ts";

const words: Readonly<Record<Outcome, readonly string[]>> = {
  open: [],
  win: ["win", "won", "w"],
  loss: ["loss", "lost", "l"],
  push: ["push", "p", "tie"],
  void: ["void", "no action", "cancelled", "canceled"],
};

/** Reads a mark or a word, in upper or lower case. Null for anything else. */
export function readVerdict(text: string): Outcome | null {
  const typed = withoutVariationSelector(text).trim().toLowerCase();
  return allOutcomes.find((outcome) => typed === outcomes[outcome].mark || words[outcome].includes(typed)) ?? null;
}

/** Some keyboards append U+FE0F, the variation selector, to a mark. */
export function withoutVariationSelector(text: string): string {
  return text.replaceAll("\uFE0F", "");
}
