import { escapeHtml } from "../html-escape.ts";

export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[];

/** Template tag: escapes every text, for elements and for quoted attributes. Inserts Html values as they are. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.map((text, index) => text + markupOf(parts[index] ?? "")).join(""));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(({ markup }) => markup).join("");
  return escapeHtml(String(part));
}
