const lastByKey = new Map<string, Promise<unknown>>();

/** Runs work one at a time per key, within this process: for what a process keeps in its memory. Others don't wait. */
export function withMutex<R>(key: string, work: () => Promise<R>): Promise<R> {
  const result = (lastByKey.get(key) ?? Promise.resolve()).then(work);
  const done = result.then(
    () => undefined,
    () => undefined,
  );
  lastByKey.set(key, done);
  void done.then(() => lastByKey.get(key) === done && lastByKey.delete(key));
  return result;
}
