interface Known<R> {
  version: string | number;
  result: Promise<R>;
}

/**
 * Keeps what was read for each key until it has another version. The version must be read first: what is written between the two reads is
 * then read again the next time, never missed. Of more than `most` keys the oldest is let go of.
 */
export function cachedByVersion<R>(most = Infinity): (key: string, version: string | number, read: () => Promise<R>) => Promise<R> {
  const kept = new Map<string, Known<R>>();
  return (key, version, read) => {
    const known = kept.get(key);
    if (known?.version === version) return known.result;
    const now = { version, result: read() };
    kept.delete(key);
    kept.set(key, now);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    now.result.catch(() => kept.get(key) === now && kept.delete(key));
    return now.result;
  };
}
