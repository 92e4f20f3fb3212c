/** If no field changed, nothing is saved and no version is added, so a form submitted twice is not stale. */
export function changedFields<Row extends object>(before: Row, given: Partial<NoInfer<Row>>): string[] {
  const saved = new Map(Object.entries(before));
  return Object.entries(given).flatMap(([name, value]) =>
    value !== undefined && value !== saved.get(name) ? [name] : [],
  );
}
