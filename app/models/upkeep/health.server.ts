import { z } from "zod";
import { freeBytes, isInPlace, isUpToDate } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { findFeedFailure, findSpentBudget, findUndecidedResults } from "../feed/feed-problems.server.ts";
import { findOverdueResults } from "../grading/waiting.server.ts";
import { findHeadAhead } from "../ledger/chain/head-ahead.server.ts";
import { operation } from "../operation.server.ts";
import type { Problem } from "../problem.ts";

const megabyte = 1024 ** 2;
/** Below this, a backup, a migration's copy or a burst of mail may not fit. */
export const leastFreeBytes = 100 * megabyte;

type Job = "backups" | "mail" | "record" | "witness";

const failingJobs = new Map<Job, Problem>();

/** Null = the job works again. A problem is as old as the first of its failures in a row. */
export function noteProblem(job: Job, problem: Pick<Problem, "text" | "advice"> | null): void {
  if (problem === null) failingJobs.delete(job);
  else failingJobs.set(job, { ...problem, since: failingJobs.get(job)?.since ?? new Date().toISOString() });
}

/** Each source is asked again for every page of a superadmin. Add a new kind of problem here. */
const sources: readonly (() => Promise<Problem | null>)[] = [
  findFullDisk,
  () => findHeadAhead(),
  findFeedFailure,
  () => findSpentBudget(),
  () => findOverdueResults(),
  () => findUndecidedResults(),
];

export const listProblems = operation("server.watch", z.object({}), async () => {
  // A source that fails must not hide the others.
  const found = await Promise.all(sources.map((find) => find().catch(() => null)));
  return [...failingJobs.values(), ...found.filter((problem) => problem !== null)];
});

async function findFullDisk(): Promise<Problem | null> {
  const free = await freeBytes();
  if (free === null || free >= leastFreeBytes) return null;
  return {
    text: `The database disk is almost full: ${megabytesLeft(free)}.`,
    since: null,
    advice: "Free space on the disk of the database.",
  };
}

/** Refuses with "busy" when the database file or its migrations are not this program's, or its disk is full. */
export const checkReadiness = operation("site.read", z.object({}), async () => {
  if (!(await isUpToDate()))
    throw new Refusal("busy", "Not ready: another version of the program migrated the database. Restart this server.");
  if (!isInPlace())
    throw new Refusal(
      "busy",
      "Not ready: the database file was moved or deleted, so new changes will be lost. Put it back or stop this server.",
    );
  const free = await freeBytes();
  if (free !== null && free < leastFreeBytes)
    throw new Refusal("busy", `Not ready: the database disk has ${megabytesLeft(free)}.`);
  return {};
});

function megabytesLeft(free: number): string {
  return `${Math.floor(free / megabyte)} MB left`;
}
