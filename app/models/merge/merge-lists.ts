/** Joins what two people made of the same list, entry by entry. Pure. */

export interface MergedEntries {
  /** Both people's changes; where they changed the same entries, mine. */
  entries: string[];
  /** Whether some of it is the other person's change. */
  kept: boolean;
  /** Whether both changed the same entries, to different ones. */
  asked: boolean;
}

/** What stands in the place of a list's entries from `from` up to `to`, without that one. */
interface Hunk {
  from: number;
  to: number;
  entries: readonly string[];
}

/** A part of the list that somebody changed, and the hunks of both in it. */
interface Place {
  from: number;
  to: number;
  own: Hunk[];
  theirs: Hunk[];
}

// At most so many pairs are compared. A list of one-letter entries has tens of thousands: all that differs is then one hunk.
const mostPairs = 1_000_000;

/** A three-way merge (diff3): `mine` and `saved` both come from `base`. Where both added something in the same place, both stay. */
export function mergeEntryLists(base: readonly string[], mine: readonly string[], saved: readonly string[]): MergedEntries {
  const joined: MergedEntries = { entries: [], kept: false, asked: false };
  let reached = 0;
  for (const { from, to, own, theirs } of placesOf(hunksOf(base, mine), hunksOf(base, saved))) {
    joined.entries.push(...base.slice(reached, from));
    reached = to;
    const [left, right] = [rebuilt(base, from, to, own), rebuilt(base, from, to, theirs)];
    const isTheirs = theirs.length > 0 && !isSameList(left, right);
    const isBoth = isTheirs && own.length > 0;
    joined.kept ||= isTheirs && (!isBoth || from === to);
    joined.asked ||= isBoth && from !== to;
    if (isBoth && from === to) joined.entries.push(...right);
    joined.entries.push(...(own.length > 0 ? left : right));
  }
  joined.entries.push(...base.slice(reached));
  return joined;
}

/** Whether two lists hold the same entries in the same order. */
export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

function placesOf(own: readonly Hunk[], theirs: readonly Hunk[]): Place[] {
  const places: Place[] = [];
  const hunks = [...own.map((hunk) => ({ hunk, mine: true })), ...theirs.map((hunk) => ({ hunk, mine: false }))];
  for (const { hunk, mine } of hunks.toSorted((one, other) => one.hunk.from - other.hunk.from || one.hunk.to - other.hunk.to)) {
    let place = places.at(-1);
    if (!place || !overlaps(place, hunk)) places.push((place = { from: hunk.from, to: hunk.to, own: [], theirs: [] }));
    place.to = Math.max(place.to, hunk.to);
    (mine ? place.own : place.theirs).push(hunk);
  }
  return places;
}

/** In the order of their beginnings. Additions in one place overlap too, but not with what follows it. */
function overlaps(place: Place, hunk: Hunk): boolean {
  return hunk.from < place.to || (hunk.from === place.from && hunk.to === place.to);
}

function rebuilt(base: readonly string[], from: number, to: number, hunks: readonly Hunk[]): string[] {
  const ends = [from, ...hunks.map((hunk) => hunk.to)];
  const parts = hunks.flatMap((hunk, index) => [...base.slice(ends[index], hunk.from), ...hunk.entries]);
  return [...parts, ...base.slice(ends.at(-1), to)];
}

/** Where `after` differs from `before`, by their longest common subsequence. */
function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  if (was.length === 0 && is.length === 0) return [];
  if (was.length * is.length > mostPairs) return [{ from: head, to: head + was.length, entries: is }];
  return differences(was, is).map((hunk) => ({ ...hunk, from: hunk.from + head, to: hunk.to + head }));
}

function differences(was: readonly string[], is: readonly string[]): Hunk[] {
  const lengths = commonLengths(was, is);
  const width = is.length + 1;
  const hunks: Hunk[] = [];
  let [from, first, index, other] = [0, 0, 0, 0];
  const close = () => {
    if (index > from || other > first) hunks.push({ from, to: index, entries: is.slice(first, other) });
  };
  while (index < was.length && other < is.length) {
    if (was[index] === is[other]) {
      close();
      [index, other] = [index + 1, other + 1];
      [from, first] = [index, other];
    } else if ((lengths[(index + 1) * width + other] ?? 0) >= (lengths[index * width + other + 1] ?? 0)) index += 1;
    else other += 1;
  }
  [index, other] = [was.length, is.length];
  close();
  return hunks;
}

/** How many entries the two lists have in common from each pair of places on, row by row. */
function commonLengths(was: readonly string[], is: readonly string[]): Uint16Array {
  const width = is.length + 1;
  const lengths = new Uint16Array((was.length + 1) * width);
  for (let row = was.length - 1; row >= 0; row -= 1) {
    for (let column = is.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] = was[row] === is[column] ? (lengths[at + width + 1] ?? 0) + 1 : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}
