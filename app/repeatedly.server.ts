import { AsyncLocalStorage } from "node:async_hooks";

/** Right after a start a page request may already be waiting. */
const firstPauseMs = 500;
const signals = ["SIGTERM", "SIGINT"] as const;

const stops = new Set<() => void>();

/** What runs repeatedly in this process. Times are ISO; null = not yet. */
export interface Job {
  name: string;
  startedAt: string | null;
  endedAt: string | null;
  nextAt: string | null;
  /** The last error that the last run logged; null = none. */
  failure: string | null;
}

interface Turn {
  job: Job;
  hasFailed: boolean;
}

const jobs = new Set<Job>();
const turns = new AsyncLocalStorage<Turn>();

export function listJobs(): Job[] {
  return [...jobs];
}

/** The running job has failed. The log says so, since jobs log their errors. */
export function noteFailure(message: string): void {
  const turn = turns.getStore();
  if (turn === undefined) return;
  turn.hasFailed = true;
  turn.job.failure = message;
}

/** `run` returns the pause in ms before its next run and must not reject. Does not keep the process alive. */
export function repeatedly(
  name: string,
  run: (shouldContinue: () => boolean) => Promise<number>,
  firstMs: number = firstPauseMs,
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const job: Job = { name, startedAt: null, endedAt: null, nextAt: null, failure: null };
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    stops.delete(stop);
    jobs.delete(job);
    if (stops.size === 0) for (const signal of signals) process.off(signal, stopAll);
  };
  const runAfter = (pauseMs: number) => {
    job.nextAt = new Date(Date.now() + pauseMs).toISOString();
    timer = setTimeout(loop, pauseMs).unref();
  };
  const loop = async () => {
    const pauseMs = await runOnce(job, () => run(() => !stopped));
    if (!stopped) runAfter(pauseMs);
  };
  if (stops.size === 0) for (const signal of signals) process.once(signal, stopAll);
  stops.add(stop);
  jobs.add(job);
  runAfter(firstMs);
  return stop;
}

async function runOnce(job: Job, run: () => Promise<number>): Promise<number> {
  const turn: Turn = { job, hasFailed: false };
  job.startedAt = new Date().toISOString();
  const pauseMs = await turns.run(turn, run);
  job.endedAt = new Date().toISOString();
  if (!turn.hasFailed) job.failure = null;
  return pauseMs;
}

function stopAll(): void {
  for (const stop of stops) stop();
}
