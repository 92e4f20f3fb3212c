/** The names of the given fields that differ from the row's. None: there is nothing to save, no new version, and nobody else's form is stale. */
export function changedFields(before: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(given).filter((name) => given[name] !== undefined && given[name] !== before[name]);
}
