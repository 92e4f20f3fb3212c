const last = new Map<string, Promise<unknown>>();

/** Runs the work when all earlier work of the same key is done, within this process: an answer of Stripe's is stored before a newer one is asked for. */
export function withMutex<R>(key: string, work: () => Promise<R>): Promise<R> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work);
  const done = mine.then(() => undefined, () => undefined);
  last.set(key, done);
  void done.then(() => last.get(key) === done && last.delete(key));
  return mine;
}
