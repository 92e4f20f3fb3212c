export function clampPage(total: number, requested: number, size: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(Math.max(1, requested), pages), pages };
}

/** `read` holds up to `limit` + 1 rows. `next` is the last id of this page, null on the last page. */
export function firstPage<Row extends { id: number }>(
  read: readonly Row[],
  limit: number,
): { rows: Row[]; next: number | null } {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
