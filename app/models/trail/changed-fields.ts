/**
 * The names of the given fields that differ from the row's. None: there is nothing to save, no new version, and nobody else's form is stale. Nor is
 * this one, whatever its version: a button that is pressed twice, where no script keeps it from that, sends what it has just saved.
 */
export function changedFields<Row extends object>(before: Row, given: Partial<NoInfer<Row>>): string[] {
  const was = new Map(Object.entries(before));
  return Object.entries(given).flatMap(([name, value]) => (value !== undefined && value !== was.get(name) ? [name] : []));
}
