/** With none, nothing is saved and no version is added; a form submitted twice is then not stale. */
export function changedFields<Row extends object>(before: Row, given: Partial<NoInfer<Row>>): string[] {
  const saved = new Map(Object.entries(before));
  return Object.entries(given).flatMap(([name, value]) =>
    value !== undefined && value !== saved.get(name) ? [name] : [],
  );
}
