/** Compares the names of teams as results and picks write them. Pure. */

/** Ignores case, accents, dots and blanks: "St. Louis" becomes "stlouis". */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[.\s]+/gu, "");
}

/** Returns the key of a name; if staff confirmed the name as an alias, that of its team. */
export type NameKeys = (sport: string, name: string) => string;

interface Alias {
  sport: string;
  alias: string;
  name: string;
}

export function keysWith(aliases: readonly Alias[]): NameKeys {
  const known = new Map(aliases.map(({ sport, alias, name }) => [`${sport} ${alias}`, name]));
  const found = new Map<string, string>();
  return (sport, name) => {
    const asked = `${sport} ${name}`;
    const before = found.get(asked);
    if (before !== undefined) return before;
    const own = nameKey(name);
    const key = known.get(`${sport} ${own}`) ?? own;
    found.set(asked, key);
    return key;
  };
}
