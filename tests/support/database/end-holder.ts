import { spawnSync } from "node:child_process";
import type { Db } from "../../../db/database.ts";

/** Lets the next process that starts do the jobs, as if the one that does them had died. */
export async function endHolder(db: Db): Promise<void> {
  const { pid } = spawnSync("true");
  const { holder } = await db
    .selectFrom("leases")
    .select("holder")
    .where("name", "=", "jobs")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("leases")
    .set({ holder: holder.replace(/\d+$/, String(pid)) })
    .where("name", "=", "jobs")
    .execute();
}
