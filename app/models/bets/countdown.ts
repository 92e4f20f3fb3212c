/** Says in words how long it is until a pick starts. Pure, and without a calendar: members' browsers run it. */
import { hourMs, minuteMs } from "../../time/durations.ts";

export interface Timed {
  /** ISO, UTC. */
  starts_at: string | null;
  /** The end of the game date, for a pick without a start; null with a start, or without a date. */
  over_at: string | null;
}

const countdownFrom = 3 * hourMs;

/** "Started", "starts in 42 min", "starts in 2 h 12 min"; '' from three hours on. */
export function countdownOf({ starts_at, over_at }: Timed, now: Date): string {
  const from = starts_at ?? over_at;
  const left = from === null ? countdownFrom : Date.parse(from) - now.getTime();
  if (left <= 0) return "Started";
  if (left >= countdownFrom || starts_at === null) return "";
  const minutes = Math.ceil(left / minuteMs);
  const parts = [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : "", minutes % 60 > 0 ? `${minutes % 60} min` : ""];
  return `starts in ${parts.filter(Boolean).join(" ")}`;
}
