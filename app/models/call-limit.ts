import { minuteMs, secondMs } from "../durations.ts";
import { Refusal } from "../refusal.ts";

/**
 * Counts calls of an address within this process, in memory: a stored count (see throttle.server.ts) costs a write for
 * each read. `what` they are is for the message. Refuses with "too-many" beyond `mostPerMinute` in one minute.
 */
export function callLimit(mostPerMinute: number, what: string): (address: string, now: Date) => void {
  const counts = new Map<string, number>();
  const minute = { ends: 0 };
  return (address, now) => {
    const time = now.getTime();
    // It also holds when the clock went back.
    if (time >= minute.ends || time < minute.ends - minuteMs) {
      counts.clear();
      minute.ends = time + minuteMs;
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count <= mostPerMinute) return;
    const retryAfter = Math.ceil((minute.ends - time) / secondMs);
    throw new Refusal("too-many", `At most ${mostPerMinute} ${what} a minute. Please try again in ${retryAfter} s.`, {
      retryAfter,
    });
  };
}
