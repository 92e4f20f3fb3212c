/** Names of teams as results and picks write them. Pure. */

/** Case, accents, dots and blanks aside: "St. Louis" is "stlouis". */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[.\s]+/gu, "");
}

/** The key that a name stands for: by an alias, where staff confirmed one. */
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
