/** Right after a start a page request may already be waiting. */
const firstPauseMs = 500;
const signals = ["SIGTERM", "SIGINT"] as const;

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
    for (const signal of signals) process.off(signal, stop);
  };
  const loop = async () => {
    const pauseMs = await run(() => !stopped);
    if (!stopped) timer = setTimeout(loop, pauseMs).unref();
  };
  for (const signal of signals) process.once(signal, stop);
  timer = setTimeout(loop, firstMs).unref();
  return stop;
}
