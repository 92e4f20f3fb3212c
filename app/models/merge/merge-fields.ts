/** Joins what two people made of the same row, field by field. Pure. */

/** By the names of the fields. */
type Values = Readonly<Record<string, unknown>>;

export interface MergedFields<Row> {
  /** What of mine is still to be saved. */
  changes: Partial<Row>;
  /** The fields that the other person alone changed. */
  kept: string[];
  /** The fields to be asked about: both changed them, to different values. */
  asked: string[];
}

/**
 * `mine` is a form that was filled from `base`, `saved` is what is stored by now. Without a `base` nobody knows who changed what: both are taken to
 * have changed all that differs. Fields in `together` say little without each other: where I changed one and they another, theirs is asked about.
 */
export function mergeFields<Row extends object>(mine: Partial<Row>, base: Values | null, saved: Values, together: readonly string[] = []): MergedFields<Row> {
  const given = new Map(Object.entries(mine));
  const differing = [...given.keys()].filter((name) => given.get(name) !== undefined && given.get(name) !== saved[name]);
  const isMine = (name: string) => base === null || given.get(name) !== base[name];
  const isTheirs = (name: string) => base === null || saved[name] !== base[name];
  const onlyTheirs = differing.filter((name) => isTheirs(name) && !isMine(name));
  const mixed = differing.some((name) => together.includes(name) && isMine(name)) ? onlyTheirs.filter((name) => together.includes(name)) : [];
  const changes = { ...mine };
  for (const name in mine) if (onlyTheirs.includes(name)) Reflect.deleteProperty(changes, name);
  return {
    changes,
    kept: onlyTheirs.filter((name) => !mixed.includes(name)),
    asked: differing.filter((name) => mixed.includes(name) || (isTheirs(name) && isMine(name))),
  };
}
