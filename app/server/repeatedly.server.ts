/** After a start somebody waits for a page already. */
const firstPauseMs = 500;
const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Does work outside of requests, time and again, one turn after the other: until SIGTERM or until the function that it gives is called.
 * A turn says after how many ms the next one comes, and must not reject. Never keeps the process alive by itself.
 */
export function repeatedly(turn: (goOn: () => boolean) => Promise<number>): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, stop);
  };
  const go = async () => {
    const pauseMs = await turn(() => !stopped);
    if (!stopped) timer = setTimeout(go, pauseMs).unref();
  };
  for (const signal of signals) process.once(signal, stop);
  timer = setTimeout(go, firstPauseMs).unref();
  return stop;
}
