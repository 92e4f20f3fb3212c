const turns = new Map<string, Promise<unknown>>();

/** Does the work after whatever of the same key began before it, so that what it reads elsewhere can't be overtaken by something older. In this process. */
export function inTurn<R>(key: string, work: () => Promise<R>): Promise<R> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work);
  const done = mine.then(() => undefined, () => undefined);
  turns.set(key, done);
  void done.then(() => turns.get(key) === done && turns.delete(key));
  return mine;
}
