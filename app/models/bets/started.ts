/** Decides whether a pick has started. Pure. */
import { addDays } from "../../time/calendar-date.ts";
import { instantIn } from "../../time/zone-time.ts";

export interface Scheduled {
  /** ISO, UTC. */
  starts_at: string | null;
  /** YYYY-MM-DD or ''. */
  game_date: string;
}

/** True from its start on; without a start, from the end of its game date in `zone` on; without a date, never. */
export function hasStarted(pick: Scheduled, now: Date, zone: string): boolean {
  const from = startOf(pick, zone);
  return from !== null && Date.parse(from) <= now.getTime();
}

/** The time from which it counts as started (ISO, UTC); null = never. */
export function startOf(pick: Scheduled, zone: string): string | null {
  return pick.starts_at ?? overAt(pick, zone);
}

/** The end of the game date of a pick without a start, in `zone` (ISO, UTC). */
export function overAt({ starts_at, game_date }: Scheduled, zone: string): string | null {
  if (starts_at !== null || game_date === "") return null;
  return instantIn(zone, addDays(game_date, 1), 0).toISOString();
}

/** Sorts the soonest first; within a day, picks without a start come last; picks without a date come at the end. */
export function byStart(left: Scheduled, right: Scheduled): number {
  const [one, other] = [sortKey(left), sortKey(right)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Sorts by the game date first: an evening in America is the next day in UTC. "~" comes after every digit. */
function sortKey({ starts_at, game_date }: Scheduled): string {
  return `${game_date || (starts_at?.slice(0, 10) ?? "~")} ${starts_at ?? "~"}`;
}
