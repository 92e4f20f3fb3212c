/** Detects that fields which the grading rules read were changed after the game had started. Pure. */
import { type Scheduled, hasStarted } from "./started.ts";

/** The fields that the rules read. If one of them is changed after the start, people set the verdict. */
const ruleFields = ["market", "side", "line", "odds", "unit_size", "away", "home", "sport"] as const;

type Ruled = Scheduled & Record<(typeof ruleFields)[number], string | number | null>;

type RuleChange = Record<"before" | "after", Ruled> & { reread: Partial<Ruled> };

export function isLateChange(change: RuleChange, now: Date, zone: string): boolean {
  const { before, after } = change;
  return changesRules(change) && (hasStarted(before, now, zone) || hasStarted(after, now, zone));
}

/**
 * `reread` holds the values read from the texts of `before`: a field that was only read later than the others is no
 * correction.
 */
export function changesRules({ before, after, reread }: RuleChange): boolean {
  return ruleFields.some((field) => after[field] !== before[field] && after[field] !== reread[field]);
}
