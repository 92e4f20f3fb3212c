import fs from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { isInPlace, isUpToDate } from "../db.server.ts";
import { env } from "../env.server.ts";
import { Refusal } from "../refusal.ts";
import { operation } from "./operation.server.ts";

const megabyte = 1024 ** 2;
/** Below this a backup, a migration's copy or a burst of mail may not fit any more. */
export const leastFreeBytes = 100 * megabyte;

/** Whether the server can do its work: the database answers, its file is in its place, its migrations are this program's, and the disk has room. Refuses with "busy". */
export const checkReadiness = operation("site.read", z.object({}), async () => {
  if (!isUpToDate()) throw new Refusal("busy", "Not ready: the database was migrated by another program. Restart this one.");
  if (!isInPlace()) throw new Refusal("busy", "Not ready: the database's file was moved or deleted, and what is saved now goes with it. Put it back, or stop this server before it takes more.");
  const free = await freeBytes(dirname(env.DATABASE_PATH));
  if (free < leastFreeBytes) throw new Refusal("busy", `Not ready: the disk of the database has ${Math.floor(free / megabyte)} MB left.`);
  return {};
});

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}
