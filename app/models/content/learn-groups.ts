/** Builds the groups and terms of a list. Pure. All strings but ids are safe HTML from markdown.server.ts. */
import { termId } from "./learn.ts";
import type { Block } from "./markdown.server.ts";

export interface LearnGroup {
  /** Null for the entries before the first group's heading. */
  title: string | null;
  html: string;
  terms: LearnTerm[];
}

export interface LearnTerm {
  id: string;
  label: string;
}

/**
 * An entry that is only a heading starts a group. In all other entries, the first heading and each `#` or `##` is a
 * term: an h2, or an h3 inside a group. With `ids`, each term gets an id and is listed.
 */
export function groupEntries(entries: readonly (readonly Block[])[], { ids }: { ids: boolean }): LearnGroup[] {
  const unique = uniqueIds();
  const groups: LearnGroup[] = [];
  for (const entry of entries) {
    const title = loneHeading(entry);
    if (title !== null || groups.length === 0) groups.push({ title, html: "", terms: [] });
    const group = groups.at(-1);
    if (group && title === null) addEntry(group, entry, ids ? unique : () => null);
  }
  return groups.filter(({ title, html }) => title !== null || html !== "");
}

function loneHeading([first, ...others]: readonly Block[]): string | null {
  return first && first.depth > 0 && others.length === 0 ? first.html : null;
}

function addEntry(group: LearnGroup, entry: readonly Block[], idOf: (term: string) => string | null): void {
  const level = group.title === null ? 2 : 3;
  const first = entry.findIndex(({ depth }) => depth > 0);
  for (const [index, { depth, html }] of entry.entries()) {
    const isTerm = index === first || depth === 1 || depth === 2;
    if (depth === 0) group.html += html;
    else if (isTerm) group.html += addTerm(group, level, html, idOf);
    else group.html += `<h${level + 1}>${html}</h${level + 1}>`;
  }
}

function addTerm(group: LearnGroup, level: number, html: string, idOf: (term: string) => string | null): string {
  // Removes all tags, because the label stands inside a link. Every < and > of the author's text is escaped.
  const label = html.replace(/<[^>]*>/g, "");
  const id = idOf(label.replace(/&#?\w+;/g, " "));
  if (id === null) return `<h${level}>${html}</h${level}>`;
  group.terms.push({ id, label });
  return `<h${level} id="${id}">${html}</h${level}>`;
}

function uniqueIds(): (term: string) => string {
  const used = new Set<string>();
  const last = new Map<string, number>();
  return (term) => {
    const base = termId(term);
    let [id, count] = [base, last.get(base) ?? 1];
    while (used.has(id)) id = `${base}-${++count}`;
    last.set(base, count);
    used.add(id);
    return id;
  };
}
