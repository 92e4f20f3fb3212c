/** Finds the problems of the feed that a superadmin has to know. */
import { db } from "../../db.server.ts";
import { dayMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import type { Problem } from "../problem.ts";
import { jobActor } from "../operation.server.ts";
import { readFeed } from "./feed-calls.server.ts";
import { undecidedPicks } from "../grading/waiting.server.ts";

const byHand = "Until then, type the results on the Grade page.";

export async function findFeedFailure(): Promise<Problem | null> {
  if (env.ODDS_API_KEY === undefined) return null;
  const { failing_since: since, problem } = await readFeed(db);
  if (since === null) return null;
  const advice = `${problem} Check ODDS_API_KEY, and the service's page about its state. ${byHand}`;
  return { text: "The feed of results fails.", since, advice, page: "grading" };
}

export async function findSpentBudget(now: Date = new Date()): Promise<Problem | null> {
  if (env.ODDS_API_KEY === undefined) return null;
  const { month, spent, spent_since: since } = await readFeed(db);
  if (since === null || month !== now.toISOString().slice(0, 7)) return null;
  return {
    text: `The feed's credits of this month are spent (${spent} of ${env.ODDS_API_MONTHLY}).`,
    since,
    advice: `Raise ODDS_API_MONTHLY, or wait for ${nextMonth(now)}. ${byHand}`,
    page: "grading",
  };
}

/**
 * Finds results that have waited a day for a decision, such as those that contradict a settled pick or say that a game
 * was not played.
 */
export async function findUndecidedResults(now: Date = new Date()): Promise<Problem | null> {
  if (env.ODDS_API_KEY === undefined && !env.DEMO) return null;
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  const late = await db
    .selectFrom("results")
    .select(["id", "entered_at"])
    .where("needs_decision", "=", 1)
    .orderBy("id")
    .execute();
  if (!late.some(({ entered_at }) => entered_at <= dayAgo)) return null;
  const undecided = new Set((await undecidedPicks(db, jobActor("Results feed"))).map(({ index }) => index));
  const rows = late.filter(({ id, entered_at }) => entered_at <= dayAgo && undecided.has(id));
  const [first] = rows;
  if (first === undefined) return null;
  const isOne = rows.length === 1;
  return {
    text: isOne
      ? "1 result of the feed waits for a decision."
      : `${rows.length} results of the feed wait for a decision.`,
    since: first.entered_at,
    advice: `Look at ${isOne ? "it" : "them"} on the Grade page.`,
    page: "grading",
  };
}

/** Returns the first day of the next month: MM/DD/YYYY, in UTC. */
function nextMonth(now: Date): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return formatCalendarDate(first.toISOString().slice(0, 10));
}
