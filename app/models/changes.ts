/**
 * The names of the given fields that differ from the row's. None: there is nothing to save, no new version, and nobody else's form is stale. Nor is
 * this one, whatever its version: a button that is pressed twice, where no script keeps it from that, sends what it has just saved.
 */
export function changedFields(before: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(given).filter((name) => given[name] !== undefined && given[name] !== before[name]);
}
