import fc from "fast-check";
import { expect, test } from "vitest";
import { groupEntries } from "../../../app/models/content/learn-groups.ts";
import { markdownRenderer } from "../../../app/models/content/markdown.server.ts";
import { attacks } from "../../support/markdown-attacks.ts";
import { processorMs } from "../../support/processor-time.ts";
import { runs } from "../../support/runs.ts";

const render = await markdownRenderer();

/** The entry of a list. */
function renderMarkdown(markdown: string): string {
  return groupEntries([render(markdown)], { ids: false })
    .map(({ title, html }) => `${title === null ? "" : `<h2>${title}</h2>`}${html}`)
    .join("");
}

const plainTags = "h2|h3|p|ul|ol|li|blockquote|pre|code|strong|em|del";
const address = '(?:https?://[^"<>\\s]+|mailto:[^"<>\\s]+|/(?:[^/\\\\"<>\\s][^"<>\\s]*)?)';
const allowed = new RegExp(
  `<(?:/?(?:${plainTags})|hr|br|/a|a href="${address}"(?: rel="noopener noreferrer nofollow")?)>`,
  "g",
);

/** Removes the allowed tags; the rest must not contain < or >. */
function withoutAllowedTags(html: string): string {
  return html.replace(allowed, "");
}

/** The tags that are still open, or the first one that closes the wrong tag. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = ""] of html.matchAll(/<(\/?)([a-z\d]+)/g)) {
    if (name === "br" || name === "hr") continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) return [name];
  }
  return open;
}

test.each(attacks)("%j is rendered as allowed tags and text only", (attack) => {
  const html = renderMarkdown(attack);
  expect(withoutAllowedTags(html)).not.toMatch(/[<>]/);
  expect(unbalanced(html)).toEqual([]);
  expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /);
});

test("any mix of pieces is rendered as allowed tags and text only", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    '"',
    "'",
    "&",
    "&#58;",
    "[",
    "]",
    "(",
    ")",
    "!",
    "*",
    "_",
    "`",
    "~~",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "1. ",
    "# ",
    "|",
    "\\",
    "javascript:",
    "https://a.test",
    "/",
    "//",
    "<script>",
    "onclick=x",
    "a",
    " ",
    ":",
    "    ",
    "```\n",
    "[a]: ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const html = renderMarkdown(parts.join(""));
      return !/[<>]/.test(withoutAllowedTags(html)) && unbalanced(html).length === 0;
    }),
    { numRuns: runs(1000), seed: 20261121 },
  );
});

test("raw HTML is shown as text", () => {
  expect(renderMarkdown("a <b>c</b> **d**")).toBe("<p>a &lt;b&gt;c&lt;/b&gt; <strong>d</strong></p>");
});

test.each([
  ["## Unit\n1-2 % *of* the **bankroll**", "<h2>Unit</h2><p>1-2 % <em>of</em> the <strong>bankroll</strong></p>"],
  ["# One\n### Three", "<h2>One</h2><h3>Three</h3>"],
  [
    "> ## One\n\n- ### Two",
    "<blockquote><p><strong>One</strong></p></blockquote><ul><li><p><strong>Two</strong></p></li></ul>",
  ],
  ["##", ""],
  ["- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"],
  ["> a\n\n***\n\n`b<c`", "<blockquote><p>a</p></blockquote><hr><p><code>b&lt;c</code></p>"],
  ["AT&T &copy; \\*x\\*", "<p>AT&amp;T &copy; *x*</p>"],
  ["a  \nb ~~c~~", "<p>a<br>b <del>c</del></p>"],
  ["![a chart](https://a.test/x.png)", "<p>a chart</p>"],
  ["- [x] done", "<ul><li>[x] done</li></ul>"],
  ["```\na *b* <i>\n```", "<pre><code>a *b* &lt;i&gt;</code></pre>"],
  ["a\n\n| b | c |\n|---|---|\n| *d* | e |\n\nf", "<p>a</p><p>| b | c |\n|---|---|\n| *d* | e |</p><p>f</p>"],
  ["<div>\n**a**\n</div>", "<p>&lt;div&gt;\n<strong>a</strong>\n&lt;/div&gt;</p>"],
])("%j is rendered", (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

test.each([
  [
    "[x](https://a.test/?a=1&amp;b=2)",
    '<p><a href="https://a.test/?a=1&amp;b=2" rel="noopener noreferrer nofollow">x</a></p>',
  ],
  ["[x](HTTP://A.test)", '<p><a href="http://a.test/" rel="noopener noreferrer nofollow">x</a></p>'],
  ["<help@a.test>", '<p><a href="mailto:help@a.test">help@a.test</a></p>'],
  ['[x](/history?sport=NBA#top "title")', '<p><a href="/history?sport=NBA#top">x</a></p>'],
  ["[x](/)", '<p><a href="/">x</a></p>'],
  ["see www.a.test", '<p>see <a href="http://www.a.test/" rel="noopener noreferrer nofollow">www.a.test</a></p>'],
  ["[x][1]\n\n[1]: https://a.test", '<p><a href="https://a.test/" rel="noopener noreferrer nofollow">x</a></p>'],
  ["[a <https://b.test> c](/d)", '<p><a href="/d">a https://b.test c</a></p>'],
  ["[*<help@a.test>*](/d)", '<p><a href="/d"><em>help@a.test</em></a></p>'],
])("%j is rendered with allowed links, and without nested links", (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

test.each([
  "//evil.test",
  "/\\evil.test",
  "javascript:alert(1)",
  "javascript&colon;alert(1)",
  "data:text/html,x",
  "relative",
  "https://u:p@a.test",
  "https://good.test@evil.test",
  "https:///a.test",
  "ftp://a.test",
  "#top",
  "/.//evil.test",
])("%s is not rendered as a link", (href) => {
  expect(renderMarkdown(`[x](${href})`)).toBe("<p>x</p>");
});

const longest = 20_000;
const pathologicalPieces = [
  "***a__",
  "**a",
  "[",
  "[[a]",
  "[a](",
  "> ",
  "1. ",
  "> - ",
  "*",
  "_a ",
  "a_",
  "`",
  "<",
  "https://a.b/(",
  "- a\n",
  "a|b\n-|-\n",
  "\\",
  "-\n",
  "www.a ",
  "&",
  "a@",
  " ",
];

test.each(pathologicalPieces)("20,000 characters of %j are rendered fast", (piece) => {
  const text = piece.repeat(Math.ceil(longest / piece.length)).slice(0, longest);
  const started = processorMs();
  const html = renderMarkdown(text);
  expect(processorMs() - started).toBeLessThan(2000);
  expect(withoutAllowedTags(html)).not.toMatch(/[<>]/);
});

test("one pathological paragraph makes the whole text plain", () => {
  const text = `plain\n\n${"**a".repeat(101)}\n\n*plain*`;
  expect(renderMarkdown(text)).toBe(`<p>${text}</p>`);
});

test("the slowest paragraphs that are still parsed are rendered fast", () => {
  const paragraph = `${"***a__".repeat(39)}\n\n`;
  const started = processorMs();
  renderMarkdown(paragraph.repeat(Math.floor(longest / paragraph.length)));
  expect(processorMs() - started).toBeLessThan(2000);
});

test("a huge table is rendered as its source text, fast", () => {
  const [columns, rows] = [3000, 490];
  const table = `${"a| ".repeat(columns)}\n${":-|".repeat(columns).replace(/(.{999})/g, "$1 ")}\n${"|\n".repeat(rows)}`;
  const started = processorMs();
  for (let count = 0; count < 12; count += 1) renderMarkdown(table);
  expect(renderMarkdown(`*b*\n\n${table}\n*c*`)).toBe(`<p><em>b</em></p><p>${table.trim()}</p><p><em>c</em></p>`);
  expect(processorMs() - started).toBeLessThan(2000);
});

test.each([
  ["a | b\n- | -\n1 | 2\n3\n\n*c*", "<p>a | b\n- | -\n1 | 2\n3</p><p><em>c</em></p>"],
  ["a | *b*\n--- | ---", "<p>a | *b*\n--- | ---</p>"],
  ["a | *b*\n---", "<h2>a | <em>b</em></h2>"],
  ["a | *b*\n- | - | -\n1 | 2", "<p>a | <em>b</em></p><ul><li>| - | -\n1 | 2</li></ul>"],
  ["> | *a* |\n> |---|\n> | b |\n\nc", "<blockquote><p>| *a* |\n|---|\n| b |</p></blockquote><p>c</p>"],
  ["- | *a* |\n  |---|\n  | b |", "<ul><li><p>| *a* |\n|---|\n| b |</p></li></ul>"],
  ["| a |\n|---|\n| b |\n> *c*", "<p>| a |\n|---|\n| b |</p><blockquote><p><em>c</em></p></blockquote>"],
])("a table in %j is rendered as its source text", (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

test.each([["a."], ["a.b-c@"], ["!"], ["www.a.b?!"], ["- a\nb\n"], ["a\n"], ["!\n"], ["a\n=\n"]])(
  "a whole list of the longest entries of %j is rendered fast",
  (piece) => {
    const entry = `- ${piece.repeat(longest)}`.slice(0, longest);
    const started = processorMs();
    for (let count = 0; count < 12; count += 1) renderMarkdown(entry);
    expect(processorMs() - started).toBeLessThan(2000);
  },
);

test("text of 400 lines and a link of 1,500 characters are rendered", () => {
  expect(renderMarkdown("*a*\n".repeat(90) + "b\n".repeat(310))).toContain("<em>a</em>");
  expect(renderMarkdown(`https://a.test/${"x".repeat(1485)}`)).toContain("<a ");
});

test("lists nested too deeply are rendered as text", () => {
  const nested = Array.from({ length: 140 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
  expect(renderMarkdown(nested)).not.toContain("<ul>");
});
