const programName = "Simline";
let name = programName;

/** The site's name, the same for all: in a browser it comes with the first page, see entry.client.tsx. */
export function siteName(): string {
  return name;
}

/** Null = the name that the program came with. */
export function nameSite(given: string | null): void {
  name = given ?? programName;
}

export function titled(title: string): [{ title: string }] {
  return [{ title: `${title} · ${siteName()}` }];
}
