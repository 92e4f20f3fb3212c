/** Pages of lists: by number for people, by the last id for programs. Pure. */

/** Which page a request for `requested` shows: never before the first or after the last. */
export function clampPage(total: number, requested: number, size: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(Math.max(1, requested), pages), pages };
}

/** At most `limit` of the rows, one more of which were read; `next` is the id that the next page begins after, null at the end. */
export function firstPage<Row extends { id: number }>(read: readonly Row[], limit: number): { rows: Row[]; next: number | null } {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
