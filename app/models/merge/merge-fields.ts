/** Merges two people's changes of one row, field by field. Pure. */

type Values = Readonly<Record<string, unknown>>;

export interface MergedFields<Row> {
  changes: Partial<Row>;
  /** The fields that only the other person changed. */
  kept: string[];
  conflicts: string[];
}

/**
 * `submitted` is a form that was filled from `base`. Without a `base`, every difference is a conflict. When the form
 * changed a field in `together`, the other person's change of another one is a conflict too.
 */
export function mergeFields<Row extends object>(
  submitted: Partial<Row>,
  base: Values | null,
  saved: Values,
  together: readonly string[] = [],
): MergedFields<Row> {
  const given = new Map(Object.entries(submitted));
  const differing = [...given.keys()].filter(
    (name) => given.get(name) !== undefined && given.get(name) !== saved[name],
  );
  const isSubmittedChange = (name: string) => base === null || given.get(name) !== base[name];
  const isSavedChange = (name: string) => base === null || saved[name] !== base[name];
  const onlySaved = differing.filter((name) => isSavedChange(name) && !isSubmittedChange(name));
  const split = differing.some((name) => together.includes(name) && isSubmittedChange(name))
    ? onlySaved.filter((name) => together.includes(name))
    : [];
  const changes = { ...submitted };
  for (const name in submitted) if (onlySaved.includes(name)) Reflect.deleteProperty(changes, name);
  return {
    changes,
    kept: onlySaved.filter((name) => !split.includes(name)),
    conflicts: differing.filter((name) => split.includes(name) || (isSavedChange(name) && isSubmittedChange(name))),
  };
}
