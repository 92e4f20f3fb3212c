/** Whether a change took what the rules of grading read after the game had started. Pure. */
import type { Scheduled } from "../bets/started.ts";
import { hasStarted } from "../bets/started.ts";

/** What the rules read. A pick with one of them corrected after its start has its verdict set by people. */
const ruleFields = ["market", "side", "line", "odds", "unit_size", "away", "home", "sport"] as const;

type Ruled = Scheduled & Record<(typeof ruleFields)[number], string | number | null>;

/** `reread` is what the texts of `before` say: reading them later than the others is no correction. */
export function isCorrectedAfterStart(
  { before, after, reread }: Record<"before" | "after", Ruled> & { reread: Partial<Ruled> },
  now: Date,
  zone: string,
): boolean {
  if (!hasStarted(before, now, zone) && !hasStarted(after, now, zone)) return false;
  return ruleFields.some((field) => after[field] !== before[field] && after[field] !== reread[field]);
}
