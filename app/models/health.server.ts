import { z } from "zod";
import { freeBytes, isInPlace, isUpToDate } from "../db.server.ts";
import { Refusal } from "../refusal.ts";
import { operation } from "./operation.server.ts";

const megabyte = 1024 ** 2;
/** Below this, a backup, a migration's copy or a burst of mail may not fit. */
export const leastFreeBytes = 100 * megabyte;

type Job = "backups" | "mail";

const problems = new Map<Job, string>();

/** `problem` is one sentence without file or host names; null clears it. */
export function noteProblem(job: Job, problem: string | null): void {
  if (problem === null) problems.delete(job);
  else problems.set(job, `${problem} See the server log for the reason.`);
}

export const listProblems = operation("server.watch", z.object({}), async () => {
  const free = await freeBytes();
  return free < leastFreeBytes
    ? [...problems.values(), `The database disk is almost full: ${megabytesLeft(free)}.`]
    : [...problems.values()];
});

/** Refuses with "busy" when the database file or its migrations are not this program's, or its disk is full. */
export const checkReadiness = operation("site.read", z.object({}), async () => {
  if (!isUpToDate())
    throw new Refusal("busy", "Not ready: another version of the program migrated the database. Restart this server.");
  if (!isInPlace())
    throw new Refusal(
      "busy",
      "Not ready: the database file was moved or deleted, so new changes will be lost. Put it back or stop this server.",
    );
  const free = await freeBytes();
  if (free < leastFreeBytes) throw new Refusal("busy", `Not ready: the database disk has ${megabytesLeft(free)}.`);
  return {};
});

function megabytesLeft(free: number): string {
  return `${Math.floor(free / megabyte)} MB left`;
}
