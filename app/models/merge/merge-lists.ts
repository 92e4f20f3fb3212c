/** Merges two people's changes of one list, entry by entry. Pure. */

export interface MergedEntries {
  /** Both people's changes; the submitted ones where they conflict. */
  entries: string[];
  kept: boolean;
  conflict: boolean;
}

interface Hunk {
  from: number;
  to: number;
  entries: readonly string[];
}

interface Region {
  from: number;
  to: number;
  submittedHunks: Hunk[];
  savedHunks: Hunk[];
}

// Above this many pairs, as in lists of tens of thousands of entries, the whole difference is one hunk.
const maxPairs = 1_000_000;

/** A three-way merge (diff3) of `submitted` and `saved`, both from `base`. Both additions at one place stay. */
export function mergeEntryLists(
  base: readonly string[],
  submitted: readonly string[],
  saved: readonly string[],
): MergedEntries {
  const merged: MergedEntries = { entries: [], kept: false, conflict: false };
  let reached = 0;
  for (const { from, to, submittedHunks, savedHunks } of regionsOf(hunksOf(base, submitted), hunksOf(base, saved))) {
    merged.entries.push(...base.slice(reached, from));
    reached = to;
    const [left, right] = [applied(base, from, to, submittedHunks), applied(base, from, to, savedHunks)];
    const isSavedChange = savedHunks.length > 0 && !isSameList(left, right);
    const bothChanged = isSavedChange && submittedHunks.length > 0;
    merged.kept ||= isSavedChange && (!bothChanged || from === to);
    merged.conflict ||= bothChanged && from !== to;
    if (bothChanged && from === to) merged.entries.push(...right);
    merged.entries.push(...(submittedHunks.length > 0 ? left : right));
  }
  merged.entries.push(...base.slice(reached));
  return merged;
}

export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

function regionsOf(submittedHunks: readonly Hunk[], savedHunks: readonly Hunk[]): Region[] {
  const regions: Region[] = [];
  const hunks = [
    ...submittedHunks.map((hunk) => ({ hunk, submitted: true })),
    ...savedHunks.map((hunk) => ({ hunk, submitted: false })),
  ];
  for (const { hunk, submitted } of hunks.toSorted(
    (one, other) => one.hunk.from - other.hunk.from || one.hunk.to - other.hunk.to,
  )) {
    let region = regions.at(-1);
    if (!region || !overlaps(region, hunk))
      regions.push((region = { from: hunk.from, to: hunk.to, submittedHunks: [], savedHunks: [] }));
    region.to = Math.max(region.to, hunk.to);
    (submitted ? region.submittedHunks : region.savedHunks).push(hunk);
  }
  return regions;
}

/** Expects hunks ordered by start. Two additions at one place overlap, but not with what follows them. */
function overlaps(region: Region, hunk: Hunk): boolean {
  return hunk.from < region.to || (hunk.from === region.from && hunk.to === region.to);
}

function applied(base: readonly string[], from: number, to: number, hunks: readonly Hunk[]): string[] {
  const ends = [from, ...hunks.map((hunk) => hunk.to)];
  const parts = hunks.flatMap((hunk, index) => [...base.slice(ends[index], hunk.from), ...hunk.entries]);
  return [...parts, ...base.slice(ends.at(-1), to)];
}

function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [beforePart, afterPart] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  if (beforePart.length === 0 && afterPart.length === 0) return [];
  if (beforePart.length * afterPart.length > maxPairs)
    return [{ from: head, to: head + beforePart.length, entries: afterPart }];
  return differences(beforePart, afterPart).map((hunk) => ({ ...hunk, from: hunk.from + head, to: hunk.to + head }));
}

function differences(beforePart: readonly string[], afterPart: readonly string[]): Hunk[] {
  const lengths = commonLengths(beforePart, afterPart);
  const width = afterPart.length + 1;
  const hunks: Hunk[] = [];
  let [from, first, index, other] = [0, 0, 0, 0];
  const close = () => {
    if (index > from || other > first) hunks.push({ from, to: index, entries: afterPart.slice(first, other) });
  };
  while (index < beforePart.length && other < afterPart.length) {
    if (beforePart[index] === afterPart[other]) {
      close();
      [index, other] = [index + 1, other + 1];
      [from, first] = [index, other];
    } else if ((lengths[(index + 1) * width + other] ?? 0) >= (lengths[index * width + other + 1] ?? 0)) index += 1;
    else other += 1;
  }
  [index, other] = [beforePart.length, afterPart.length];
  close();
  return hunks;
}

/** The length of the longest common subsequence from each pair of positions on, row by row. */
function commonLengths(beforePart: readonly string[], afterPart: readonly string[]): Uint16Array {
  const width = afterPart.length + 1;
  const lengths = new Uint16Array((beforePart.length + 1) * width);
  for (let row = beforePart.length - 1; row >= 0; row -= 1) {
    for (let column = afterPart.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        beforePart[row] === afterPart[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}
