import type { Block } from "./markdown.server.ts";

/** A part of a page: safe HTML. `title` is "" for what stands before the first heading. */
export interface Section {
  title: string;
  html: string;
}

/** Cuts a text at its headings of the first two levels; deeper ones stay inside. Pure. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  for (const { depth, html } of blocks) {
    const last = sections.at(-1);
    if (depth === 1 || depth === 2) sections.push({ title: html, html: "" });
    else {
      const shown = depth === 0 ? html : `<h3>${html}</h3>`;
      if (last) last.html += shown;
      else sections.push({ title: "", html: shown });
    }
  }
  return sections;
}
