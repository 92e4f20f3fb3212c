/**
 * Gives a slot to at most `count` tasks at a time. The task gets what is left of the patience, in steps of 100 ms. Null if
 * no slot was free in time.
 */
export type Slots = <R>(patienceMs: number, task: (leftMs: number) => Promise<R>) => Promise<{ result: R } | null>;

const stepMs = 100;

export function slotsOf(count: number): Slots {
  let free = count;
  const waiting = new Set<(got: boolean) => void>();
  const release = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next(true);
  };
  const take = (patienceMs: number) => {
    if (free > 0) {
      free -= 1;
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const end = (got: boolean) => {
        waiting.delete(end);
        clearTimeout(timer);
        resolve(got);
      };
      const timer = setTimeout(() => end(false), patienceMs);
      waiting.add(end);
    });
  };
  return async (patienceMs, task) => {
    const until = performance.now() + patienceMs;
    if (!(await take(patienceMs))) return null;
    try {
      return { result: await task(Math.ceil(Math.max(0, until - performance.now()) / stepMs) * stepMs) };
    } finally {
      release();
    }
  };
}
