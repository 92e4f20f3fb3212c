/** The picks that everybody may see, as the lists of the record know them. Pure. */
import type { Counting } from "../counting.ts";
import type { LedgerState } from "../fold.ts";
import { countingIn } from "../fold.ts";
import type { GradeFields, SettledOutcome } from "../ledger-entry.ts";
import type { Life } from "../life.ts";
import { lastGrade } from "../life.ts";
import type { SealedContent } from "../sealed-content.ts";
import type { Standing } from "../standing.ts";
import { isRevealed, standingAt } from "../standing.ts";
import type { Timeline } from "../timeline.ts";
import { gradedVersion } from "../timeline.ts";

export const listedResults = ["win", "loss", "push", "void", "withdrawn", "open"] as const;
export type ListedResult = (typeof listedResults)[number];

export interface ListedPick {
  life: Life;
  counting: Counting;
  standing: Exclude<Standing, { status: "sealed" }>;
  /** Null while it is withheld, like its content. */
  timeline: Timeline | null;
  /** The version that counts, else the last one that was sealed in time. */
  content: SealedContent | null;
  /** The verdict as it is now, also of a pick that does not count. */
  grade: GradeFields | null;
  result: ListedResult;
}

/** Null while it is sealed at `now` (ISO, UTC). `largest` is the largest stake in the record, in units. */
export function listedPick(state: LedgerState, life: Life, now: string, largest: number): ListedPick | null {
  const counting = countingIn(state, life);
  const standing = standingAt(counting, now, largest);
  const timeline = isRevealed(counting, now) ? counting.timeline : null;
  if (standing.status === "sealed" || isHidden(timeline, standing)) return null;
  const version = timeline && gradedVersion(timeline);
  const grade = lastGrade(life);
  return {
    ...{ life, counting, standing, timeline, content: version?.content ?? null, grade },
    result: resultOf(life, standing, grade?.outcome),
  };
}

/** Nothing but when it was sealed may be shown. */
export function isSealed(state: LedgerState, life: Life, now: string, largest: number): boolean {
  const counting = countingIn(state, life);
  const standing = standingAt(counting, now, largest);
  return standing.status === "sealed" || isHidden(isRevealed(counting, now) ? counting.timeline : null, standing);
}

/** Picks from before the ledger don't count, whether they have started or not; withheld ones are a loss at last. */
function isHidden(timeline: Timeline | null, standing: Standing): boolean {
  return timeline === null && standing.status !== "counted";
}

function resultOf(life: Life, standing: Standing, outcome: SettledOutcome | undefined): ListedResult {
  if (standing.status === "counted") return standing.result.outcome;
  return outcome ?? (life.withdrawn === null ? "open" : "withdrawn");
}
