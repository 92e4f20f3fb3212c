import { minuteMs, secondMs } from "../time/durations.ts";
import { Refusal } from "../refusal.ts";

/**
 * Counts the calls from each address, in the memory of this process: a stored count (see throttle.server.ts) costs a
 * write for each read. Refuses with "too-many" beyond `mostPerMinute` calls in one minute. `what` names the calls in
 * the message.
 */
export function callLimit(mostPerMinute: number, what: string): (address: string, now: Date) => void {
  const counts = new Map<string, number>();
  const minute = { ends: 0 };
  return (address, now) => {
    const time = now.getTime();
    // Starts a new minute also when the clock was set back.
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
