/** Computes the latest time at which a version is revealed. Pure. */
import { dayMs } from "../../time/durations.ts";
import { addDays } from "../../time/calendar-date.ts";
import { dateIn, instantIn } from "../../time/zone-time.ts";
import { earliest } from "./pick-history.ts";

export interface Sealing {
  /** YYYY-MM-DD or ''. */
  game_date: string;
  /** ISO, UTC. */
  starts_at: string | null;
  /** The time when the pick was published: ISO, UTC. */
  published_at: string;
  /** The time of the entry that seals this version: ISO, UTC. */
  at: string;
}

const sixInTheMorning = 6 * 60;
const undatedDays = 30;
const farthestDays = 400;

/**
 * Returns 06:00 in `zone` on the day after the game date or the date of the start, whichever is later; with neither, 30
 * days after publication. It is never more than 400 days after the entry. So coarse a time says nothing about the
 * start.
 */
export function revealByOf({ game_date, starts_at, published_at, at }: Sealing, zone: string): string {
  const startDate = starts_at === null ? "" : dateIn(zone, new Date(starts_at));
  const day = startDate > game_date ? startDate : game_date;
  const due =
    day === ""
      ? Date.parse(published_at) + undatedDays * dayMs
      : instantIn(zone, addDays(day, 1), sixInTheMorning).getTime();
  return earliest(new Date(due).toISOString(), farthestRevealBy(at)) ?? at;
}

/** Returns the latest `reveal_by` that an entry of that time may have, whatever it seals. */
export function farthestRevealBy(at: string): string {
  return new Date(Date.parse(at) + farthestDays * dayMs).toISOString();
}
