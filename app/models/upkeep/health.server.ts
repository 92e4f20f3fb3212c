import { z } from "zod";
import { db, freeBytes, isInPlace, isUpToDate, write } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { findFeedFailure, findSpentBudget, findUndecidedResults } from "../feed/feed-problems.server.ts";
import { findOverdueResults } from "../grading/waiting.server.ts";
import { findHeadAhead } from "../ledger/chain/head-ahead.server.ts";
import { operation } from "../operation.server.ts";
import type { Problem } from "../problem.ts";
import { missingTexts } from "../site/current-site.server.ts";
import { textForms } from "../site/site-texts.ts";

const megabyte = 1024 ** 2;
/** Below this, a backup, a migration's copy or a burst of mail may not fit. */
export const leastFreeBytes = 100 * megabyte;

type Job = "backups" | "channels" | "mail" | "push" | "record" | "witness";

/** Read every few seconds by each process, so that a page needs no statement for it. */
let ofJobs: Problem[] = [];
/** What this process noted last, as JSON: a job that works says so every few seconds. */
const noted = new Map<Job, string>();

/**
 * Null = the job works again. A problem is as old as the first of its failures in a row. What can't be written now is
 * written the next time.
 */
export async function noteProblem(job: Job, problem: Pick<Problem, "text" | "advice"> | null): Promise<void> {
  const json = JSON.stringify(problem);
  if (noted.get(job) === json) return;
  const writing = write(async (trx) => {
    if (problem === null) return void (await trx.deleteFrom("job_problems").where("job", "=", job).execute());
    await trx
      .insertInto("job_problems")
      .values({ job, ...problem, since: new Date().toISOString() })
      .onConflict((conflict) => conflict.column("job").doUpdateSet(problem))
      .execute();
  });
  await writing.then(
    () => noted.set(job, json),
    () => undefined,
  );
  await readJobProblems();
}

/** Call it before the jobs of this process begin: they find out anew what is wrong. */
export async function forgetProblems(): Promise<void> {
  noted.clear();
  await write((trx) => trx.deleteFrom("job_problems").execute());
}

/** Without an answer of the database what was read before stands. */
export async function readJobProblems(): Promise<void> {
  const rows = db.selectFrom("job_problems").select(["text", "advice", "since"]).orderBy("since").execute();
  ofJobs = await rows.catch(() => ofJobs);
}

/** What does not work. Each source is asked again for every page of a superadmin. */
const failures: readonly (() => Promise<Problem | null>)[] = [findFullDisk, () => findHeadAhead(), findFeedFailure];

/** What waits for a superadmin. */
const duties: readonly (() => Promise<Problem | null>)[] = [
  () => findSpentBudget(),
  () => findOverdueResults(),
  () => findUndecidedResults(),
  () => Promise.resolve(findMissingTexts()),
];

export const listProblems = operation("server.watch", z.object({}), async () => [
  ...ofJobs,
  ...(await findAll([...failures, ...duties])),
]);

/** What does not work, apart from mail: a mail says it. */
export async function findFailures(): Promise<Problem[]> {
  const ofOthers = await db
    .selectFrom("job_problems")
    .select(["text", "advice", "since"])
    .where("job", "<>", "mail" satisfies Job)
    .orderBy("since")
    .execute();
  return [...ofOthers, ...(await findAll(failures))];
}

/** A source that fails must not hide the others. */
async function findAll(sources: readonly (() => Promise<Problem | null>)[]): Promise<Problem[]> {
  const found = await Promise.all(sources.map((find) => find().catch(() => null)));
  return found.filter((problem) => problem !== null);
}

function findMissingTexts(): Problem | null {
  const labels = missingTexts().map((name) => textForms[name].label);
  if (labels.length === 0) return null;
  return {
    text: "Nobody can sign up yet.",
    since: null,
    advice: `Read and save ${labels.join(", ")} first.`,
    page: "site",
  };
}

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
