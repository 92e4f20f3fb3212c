/** Computes a value once for each key, and forgets it with the key. */
export function oncePer<K extends object, R>(compute: (key: K) => R): (key: K) => R {
  const known = new WeakMap<K, { value: R }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
}
