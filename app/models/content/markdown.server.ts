import type { Token } from "marked";
import { escapeHtml } from "../../html-escape.ts";

export interface Block {
  /** 1 to 6 for a heading, whose `html` has no heading tags: the caller knows the level. 0 for everything else. */
  depth: number;
  html: string;
}

/**
 * Renders HTML that is safe by construction: only the tags below, all text escaped, attributes only on links.
 * Other syntax (raw HTML, tables, images) is shown as text. Never throws, never hangs. Loads the parser on first use.
 */
export function markdownRenderer(): Promise<Renderer> {
  return (loaded ??= load());
}

type Renderer = (markdown: string) => Block[];
let loaded: Promise<Renderer> | undefined;

async function load(): Promise<Renderer> {
  const { Marked, Tokenizer } = await import("marked");
  const parser = new Marked({ gfm: true });
  // Without its HTML rules the parser treats "<b>" as text.
  parser.use({ tokenizer: { html: () => undefined, tag: () => undefined } });
  parser.use({
    tokenizer: {
      // Tables are shown as text, so only the head is parsed: a wide head pads every short row, to millions of cells.
      table(text) {
        const [raw = ""] = this.rules.block.table.exec(text) ?? [];
        const head = Tokenizer.prototype.table.call(this, raw.split("\n", 2).join("\n"));
        return head && { ...head, raw: raw.replace(/\n+$/, "") };
      },
    },
  });
  return (markdown) =>
    isTooComplex(markdown)
      ? [{ depth: 0, html: asText(markdown) }]
      : parser
          .lexer(markdown)
          .map(topBlock)
          .filter(({ html }) => html !== "");
}

const maxMarks = 200;
// A blank line or the start of a list item: the parser handles both sides separately.
const paragraphEnd = /\n[ \t]*\n|\n(?= {0,3}[-+*][ \t]+\S)/;
const deepNesting = /^(?:[ \t]{0,80}(?:>|[-+*]|\d{1,9}[.)])){13}/m;
const stackedIndent = /^[ \t]{160}/m;
const longWord = /[!-~]{2000}/;
const longParagraph = /^(?:[^\n]*\n){500}/;

/**
 * Parse time grows with the cube of a paragraph's marks and the square of its lines and words, the stack with nesting.
 * Real texts stay far below these limits.
 */
function isTooComplex(markdown: string): boolean {
  if (deepNesting.test(markdown) || stackedIndent.test(markdown) || longWord.test(markdown)) return true;
  return markdown
    .split(paragraphEnd)
    .some(
      (paragraph) => longParagraph.test(paragraph) || (paragraph.match(/[*_~`[\]<@]|:\/\//g) ?? []).length > maxMarks,
    );
}

function topBlock(token: Token): Block {
  return token.type === "heading"
    ? { depth: token.depth, html: inlines(token.tokens) }
    : { depth: 0, html: block(token) };
}

function blocks(tokens: readonly Token[]): string {
  return tokens.map(block).join("");
}

function block(token: Token): string {
  if (token.type === "space" || token.type === "def") return "";
  if (token.type === "hr") return "<hr>";
  // A heading in a list or a quotation would disturb the order of the page's headings.
  if (token.type === "heading") return `<p><strong>${inlines(token.tokens)}</strong></p>`;
  if (token.type === "paragraph") return `<p>${inlines(token.tokens)}</p>`;
  if (token.type === "blockquote") return `<blockquote>${blocks(token.tokens ?? [])}</blockquote>`;
  if (token.type === "code") return `<pre><code>${escapeHtml(token.text)}</code></pre>`;
  if (token.type === "list") return token.ordered ? `<ol>${items(token.items)}</ol>` : `<ul>${items(token.items)}</ul>`;
  if (token.type === "text") return inlines(token.tokens);
  if (token.type === "checkbox") return escapeHtml(token.raw);
  return asText(token.raw);
}

function items(list: readonly { tokens: Token[] }[]): string {
  return list.map((item) => `<li>${blocks(item.tokens)}</li>`).join("");
}

function inlines(tokens: readonly Token[] | undefined, inLink = false): string {
  return (tokens ?? []).map((token) => inline(token, inLink)).join("");
}

function inline(token: Token, inLink: boolean): string {
  if (token.type === "strong") return `<strong>${inlines(token.tokens, inLink)}</strong>`;
  if (token.type === "em") return `<em>${inlines(token.tokens, inLink)}</em>`;
  if (token.type === "del") return `<del>${inlines(token.tokens, inLink)}</del>`;
  if (token.type === "codespan") return `<code>${escapeHtml(token.text)}</code>`;
  if (token.type === "br") return "<br>";
  if (token.type === "link") return link(token.href, inlines(token.tokens, true), inLink);
  if (token.type === "text" || token.type === "image") return withEntities(token.text);
  if (token.type === "escape") return escapeHtml(token.text);
  return escapeHtml(token.raw);
}

function link(href: string, content: string, inLink: boolean): string {
  const address = inLink ? null : safeAddress(href.replaceAll("&amp;", "&"));
  if (address === null) return content;
  const rel = address.startsWith("http") ? ' rel="noopener noreferrer nofollow"' : "";
  return `<a href="${escapeHtml(address)}"${rel}>${content}</a>`;
}

const ownOrigin = "https://own.invalid";

/** Normalizes an address as a browser does; null unless it is http, https, mailto or a path on this site. */
function safeAddress(href: string): string | null {
  const path = href.startsWith("/");
  if (
    /[\p{C}\s\\]/u.test(href) ||
    (!path && !/^(?:https?:\/\/|mailto:)[^/]/i.test(href)) ||
    !URL.canParse(href, ownOrigin)
  )
    return null;
  const url = new URL(href, ownOrigin);
  // Browsers read "/.//x" as "//x", which is another host.
  if (path)
    return url.origin === ownOrigin && !url.pathname.startsWith("//")
      ? `${url.pathname}${url.search}${url.hash}`
      : null;
  return url.username === "" && url.password === "" ? url.href : null;
}

function asText(markdown: string): string {
  return `<p>${escapeHtml(markdown.trim())}</p>`;
}

/** Keeps entities such as &copy;: outside of attributes they can only be characters. */
function withEntities(text: string): string {
  return escapeHtml(text).replace(/&amp;(?=(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)/g, "&");
}
