/** Right after a start a page request may already be waiting. */
const firstPauseMs = 500;
const signals = ["SIGTERM", "SIGINT"] as const;

const stops = new Set<() => void>();

/** `run` returns the pause in ms before its next run and must not reject. Does not keep the process alive. */
export function repeatedly(
  run: (shouldContinue: () => boolean) => Promise<number>,
  firstMs: number = firstPauseMs,
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    stops.delete(stop);
    if (stops.size === 0) for (const signal of signals) process.off(signal, stopAll);
  };
  const loop = async () => {
    const pauseMs = await run(() => !stopped);
    if (!stopped) timer = setTimeout(loop, pauseMs).unref();
  };
  if (stops.size === 0) for (const signal of signals) process.once(signal, stopAll);
  stops.add(stop);
  timer = setTimeout(loop, firstMs).unref();
  return stop;
}

function stopAll(): void {
  for (const stop of stops) stop();
}
