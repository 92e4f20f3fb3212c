/** The closed set of outcomes. Everything that stores, shows or counts a verdict reads this table. Pure. */

export const outcomes = {
  open: { mark: "", label: "Open", countsAsBet: false, returnsStake: false },
  win: { mark: "✅", label: "Win", countsAsBet: true, returnsStake: false },
  loss: { mark: "❌", label: "Loss", countsAsBet: true, returnsStake: false },
  push: { mark: "➖", label: "Push", countsAsBet: true, returnsStake: true },
  void: { mark: "🚫", label: "Void", countsAsBet: false, returnsStake: true },
} as const;

export type Outcome = keyof typeof outcomes;

export const allOutcomes = ["open", "win", "loss", "push", "void"] as const;
export const settledOutcomes = ["win", "loss", "push", "void"] as const;
export const verdictMarks = ["", "✅", "❌", "➖", "🚫"] as const;
export type VerdictMark = (typeof verdictMarks)[number];

/** The marks of a closing line. '' = not recorded. */
export const clvMarks = ["", "✅", "❌"] as const;
export const beatClv = "✅";
export const missedClv = "❌";

/** "✅ Beat the close", "❌ Missed the close"; '' when it is equal or unknown. */
export function clvText(mark: string): string {
  if (mark === beatClv) return `${beatClv} Beat the close`;
  return mark === missedClv ? `${missedClv} Missed the close` : "";
}

/** Gives the outcome of a stored verdict. The database holds only the marks of the table. */
export function outcomeOf(verdict: string): Outcome {
  return allOutcomes.find((outcome) => outcomes[outcome].mark === verdict) ?? "loss";
}

/** "✅ Win"; an open pick is "Open". */
export function verdictText(outcome: Outcome): string {
  const { mark, label } = outcomes[outcome];
  return mark === "" ? label : `${mark} ${label}`;
}
