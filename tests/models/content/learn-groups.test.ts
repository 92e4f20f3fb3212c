import { expect, test } from "vitest";
import { groupEntries } from "../../../app/models/content/learn-groups.ts";
import { termId } from "../../../app/models/content/learn.ts";
import { markdownRenderer } from "../../../app/models/content/markdown.server.ts";
import { learnPath } from "../../../app/paths/paths.ts";
import { glossary, tips } from "../../../db/demo/learn.ts";
import { attacks } from "../../support/markdown-attacks.ts";

/** Tests where the labels on cards lead. */
const labelPaths = ["cl", "clv", "sim", "u", "roi"].map((term) => `/learn#term-${term}`);

const render = await markdownRenderer();
const grouped = (entries: readonly string[]) => groupEntries(entries.map(render), { ids: true });
const idsOf = (entries: readonly string[]) => grouped(entries).flatMap(({ terms }) => terms.map(({ id }) => id));

test.each([
  ["Closing Line Value (CLV)", "term-clv"],
  ["Sim confidence (Sim %)", "term-sim"],
  ["Sim %", "term-sim"],
  ["Juice (vig)", "term-vig"],
  ["Win %", "term-win"],
  ["Total (Over/Under)", "term-total-over-under"],
  ["Point spread (+/-)", "term-point-spread"],
  ["Units (as staked by you)", "term-units-as-staked-by-you"],
  ["Pick'em", "term-pick-em"],
  ["Señal – Überblick", "term-senal-uberblick"],
  ["(((", "term-entry"],
  ["Линия", "term-entry"],
  [`${"long ".repeat(40)}(`, `term-${"long-".repeat(12)}`.slice(0, -1)],
])("%j has the id %s", (term, id) => {
  expect(termId(term)).toBe(id);
});

test("terms of a text without groups are h2 under the page's h1, and what is below them h3", () => {
  expect(grouped(["## Unit (U)\n*A* stake.\n### Example\n$20", "Just text", "### Hold\nA share."])).toEqual([
    {
      title: null,
      html: '<h2 id="term-u">Unit (U)</h2><p><em>A</em> stake.</p><h3>Example</h3><p>$20</p><p>Just text</p><h2 id="term-hold">Hold</h2><p>A share.</p>',
      terms: [
        { id: "term-u", label: "Unit (U)" },
        { id: "term-hold", label: "Hold" },
      ],
    },
  ]);
});

test("an entry that is only a heading starts a group, whose terms are h3", () => {
  expect(grouped(["## First\nx", "# Prices & lines", "## Hook\ny\n## Hold\nz\n#### More\nw", "## Empty"])).toEqual([
    { title: null, html: '<h2 id="term-first">First</h2><p>x</p>', terms: [{ id: "term-first", label: "First" }] },
    {
      title: "Prices &amp; lines",
      html: '<h3 id="term-hook">Hook</h3><p>y</p><h3 id="term-hold">Hold</h3><p>z</p><h4>More</h4><p>w</p>',
      terms: [
        { id: "term-hook", label: "Hook" },
        { id: "term-hold", label: "Hold" },
      ],
    },
    { title: "Empty", html: "", terms: [] },
  ]);
});

test("terms with the same id are numbered, also where a term already has that number", () => {
  expect(idsOf(["## A 2\nx", "## A\nx", "## A\nx", "## a!\nx", "## A 2\nx"])).toEqual([
    "term-a-2",
    "term-a",
    "term-a-3",
    "term-a-4",
    "term-a-2-2",
  ]);
});

test("thousands of equal terms get their ids fast", () => {
  const started = performance.now();
  const ids = groupEntries(
    Array.from({ length: 30_000 }, () => [
      { depth: 2, html: "a" },
      { depth: 0, html: "b" },
    ]),
    { ids: true },
  ).flatMap(({ terms }) => terms);
  expect([new Set(ids.map(({ id }) => id)).size, performance.now() - started < 2000]).toEqual([30_000, true]);
});

test("a label has no link and no other tag, and keeps entities", () => {
  expect(grouped(["## **AT&T** &copy; [odds](https://a.test) `<b>` (ATT)\nx"])[0]?.terms).toEqual([
    { id: "term-att", label: "AT&amp;T &copy; odds &lt;b&gt;" + " (ATT)" },
  ]);
});

test.each(attacks)("%j as a term gets an id of letters, digits and hyphens", (attack) => {
  const [group] = grouped([`# ${attack.replaceAll("\n", " ")}\n\ntext`]);
  for (const { label } of group?.terms ?? []) expect(label).not.toMatch(/[<>"]/);
  const attributes = group?.html.match(/<[^>]* (?:id|on\w+|class|style)=[^>]*>/g) ?? [];
  for (const tag of attributes) expect(tag).toMatch(/^<h2 id="term-[a-z\d]+(?:-[a-z\d]+)*">$/);
});

test("the demo's glossary has the entries that cards link to, in titled groups", () => {
  const groups = grouped(glossary);
  const ids = groups.flatMap(({ terms }) => terms.map(({ id }) => `${learnPath}#${id}`));
  expect(ids).toEqual(expect.arrayContaining(labelPaths));
  expect(groups.map(({ title }) => title)).toEqual([
    "The numbers on a card",
    "Prices and lines",
    "Kinds of bets",
    "Results and record",
    "Bankroll and edge",
  ]);
  expect(ids.filter((id) => /-\d+$/.test(id))).toEqual([]);
});

test("the demo's tips are one group without a title, each tip a term", () => {
  expect(grouped(tips).map(({ title, terms }) => [title, terms.length])).toEqual([[null, tips.length]]);
});
