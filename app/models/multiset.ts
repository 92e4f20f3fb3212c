/** A multiset difference: the entries that `others` lacks or has fewer of. */
export function entriesMissingIn(others: readonly string[], entries: readonly string[]): string[] {
  const remaining = new Map<string, number>();
  for (const entry of others) remaining.set(entry, (remaining.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = remaining.get(entry) ?? 0;
    remaining.set(entry, count - 1);
    return count < 1;
  });
}
