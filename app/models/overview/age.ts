/** How long ago something was, in words. Pure. */
import { dayMs, hourMs, minuteMs } from "../../time/durations.ts";

/** "5 min ago", "3 h ago", "2 days ago", rounded down. */
export function ageText(iso: string, now: string): string {
  const ms = Math.max(0, Date.parse(now) - Date.parse(iso));
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ago`;
  const days = Math.floor(ms / dayMs);
  return `${days} ${days === 1 ? "day" : "days"} ago`;
}
