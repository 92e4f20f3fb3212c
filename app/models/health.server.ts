import { z } from "zod";
import { freeBytes, isInPlace, isUpToDate } from "../db.server.ts";
import { Refusal } from "../refusal.ts";
import { operation } from "./operation.server.ts";

const megabyte = 1024 ** 2;
/** Below this a backup, a migration's copy or a burst of mail may not fit any more. */
export const leastFreeBytes = 100 * megabyte;

/** Work outside of requests: nobody is refused anything when it fails. */
type Job = "backups" | "mail";

const troubles = new Map<Job, string>();

/** Remembers what is wrong with an errand, in a sentence that names no file and no host; null = nothing is, any more. */
export function noteProblem(errand: Job, trouble: string | null): void {
  if (trouble === null) troubles.delete(errand);
  else troubles.set(errand, `${trouble} The server's log says why.`);
}

/** What is wrong on this server at present and otherwise stands in its log alone: it might go on for weeks. */
export const listProblems = operation("server.watch", z.object({}), async () => {
  const free = await freeBytes();
  return free < leastFreeBytes ? [...troubles.values(), `The disk of the database is almost full: ${megabytesLeft(free)}.`] : [...troubles.values()];
});

/** Whether the server can do its work: the database answers, its file is in its place, its migrations are this program's, and the disk has room. Refuses with "busy". */
export const checkReadiness = operation("site.read", z.object({}), async () => {
  if (!isUpToDate()) throw new Refusal("busy", "Not ready: the database was migrated by another program. Restart this one.");
  if (!isInPlace()) throw new Refusal("busy", "Not ready: the database's file was moved or deleted, and what is saved now goes with it. Put it back, or stop this server before it takes more.");
  const free = await freeBytes();
  if (free < leastFreeBytes) throw new Refusal("busy", `Not ready: the disk of the database has ${megabytesLeft(free)}.`);
  return {};
});

function megabytesLeft(free: number): string {
  return `${Math.floor(free / megabyte)} MB left`;
}
