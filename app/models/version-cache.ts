interface Entry<R> {
  version: string | number;
  result: Promise<R>;
}

/**
 * Caches one result per key until its version changes. Read the version first: a write between the two reads then
 * causes another read, never a stale result. Beyond `maxKeys`, the oldest key is dropped.
 */
export function cachedByVersion<R>(
  maxKeys = Infinity,
): (key: string, version: string | number, read: () => Promise<R>) => Promise<R> {
  const entries = new Map<string, Entry<R>>();
  return (key, version, read) => {
    const cached = entries.get(key);
    if (cached?.version === version) return cached.result;
    const entry = { version, result: read() };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxKeys && oldest !== undefined) entries.delete(oldest);
    entry.result.catch(() => entries.get(key) === entry && entries.delete(key));
    return entry.result;
  };
}
