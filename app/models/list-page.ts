/** At most `limit` of the rows, one more of which were read; `next` is the id that the next page begins after, null at the end. */
export function firstPage<Row extends { id: number }>(read: readonly Row[], limit: number): { rows: Row[]; next: number | null } {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
