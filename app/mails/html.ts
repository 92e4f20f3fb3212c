import { escapeHtml } from "../html-escape.ts";

/** HTML for mails. Whatever is put into it is escaped, unless it is HTML that was made here. Pure. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[];

/** A template literal as HTML: texts are escaped, for elements and for attributes in quotes. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.map((text, index) => text + markupOf(parts[index] ?? "")).join(""));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(({ markup }) => markup).join("");
  return escapeHtml(String(part));
}
