export function clampPage(total: number, requested: number, size: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(Math.max(1, requested), pages), pages };
}

/** The numbers that a pager shows: the first, the last and those around `page`; null stands for several left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter(
    (number, index, all) => number >= 1 && number <= pages && all.indexOf(number) === index,
  );
  return shown.flatMap((number, index) => [...leftOut(shown[index - 1] ?? 0, number), number]);
}

/** A single page is shown after all: "…" would take the same room. */
function leftOut(low: number, high: number): (number | null)[] {
  if (high - low === 2) return [low + 1];
  return high - low > 2 ? [null] : [];
}

/** `read` holds up to `limit` + 1 rows. `next` is the last id of this page, null on the last page. */
export function firstPage<Row extends { id: number }>(
  read: readonly Row[],
  limit: number,
): { rows: Row[]; next: number | null } {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
