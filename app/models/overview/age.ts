/** How long ago something was, in words. Pure. */
import { dayMs, hourMs, minuteMs, secondMs } from "../../time/durations.ts";

/** "5 min ago". What is to come, by a clock that differs, is "0 s ago". */
export function ageText(iso: string, now: string): string {
  return `${spanText(iso, now)} ago`;
}

/** "12 s", "5 min", "3 h", "2 days", rounded down; "0 s" when the end is before the start. */
export function spanText(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  if (ms < minuteMs) return `${Math.floor(ms / secondMs)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return `${days} ${days === 1 ? "day" : "days"}`;
}
