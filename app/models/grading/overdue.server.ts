import { db } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { hasStarted, startOf } from "../bets/started.ts";
import { streams } from "../bets/stream.ts";
import type { Problem } from "../problem.ts";

/** Finds published open picks whose game started at least a day ago; null when there are none. */
export async function findOverdueResults(now: Date = new Date()): Promise<Problem | null> {
  const zone = env.SITE_TIMEZONE;
  const dayAgo = new Date(now.getTime() - dayMs);
  const open = await db
    .selectFrom("picks")
    .select(["starts_at", "game_date"])
    .where("stream", "in", streams)
    .where("settled", "=", 0)
    .execute();
  const overdue = open.filter((pick) => hasStarted(pick, dayAgo, zone));
  if (overdue.length === 0) return null;
  const isOne = overdue.length === 1;
  return {
    text: isOne ? "1 pick waits for its result." : `${overdue.length} picks wait for their result.`,
    since: overdue.map((pick) => startOf(pick, zone)).sort()[0] ?? null,
    advice: `Enter ${isOne ? "its result" : "their results"} on the Grade page, or move the game.`,
    page: "grading",
  };
}
