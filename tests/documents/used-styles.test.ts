import { describe, expect, test } from "vitest";
import { namesIn, namesOf, readSheet, usedStyles, withoutUnusedProperties } from "../../app/documents/used-styles.server.ts";

const used = (css: string, markup: string) => usedStyles(readSheet(css), namesOf(markup, namesIn(readSheet(css))));

describe("a rule is used", () => {
  test.each([
    [".card{color:red}", '<p class="big card"></p>'],
    ["p{color:red}", "<p>"],
    ["#nav{color:red}", '<nav id="nav">'],
    ["[hidden]{color:red}", '<p hidden="">'],
    ["[data-theme=light] p{color:red}", '<html data-theme="light"><p>'],
    ['[data-theme="light"] p{color:red}', '<html data-theme="light"><p>'],
    [":root{--a:1}", ""],
    ["*,:before{margin:0}", ""],
    ["a:hover::after{color:red}", "<a>"],
    [".skip:not(:focus,.gone){color:red}", '<a class="skip">'],
    [".muted :is(.a,strong){color:red}", '<p class="muted">'],
    ["section:has(.dots:not(.x)) p{color:red}", "<section><p>"],
    ["@keyframes spin{from{rotate:0}to{rotate:1turn}}", ""],
    ["@supports not selector(:popover-open){@media (min-width:1px){p{color:red}}}", "<p>"],
  ])("%s by %s", (css, markup) => {
    expect(used(css, markup)).toBe(css);
  });
});

describe("a rule is not used", () => {
  test.each([
    ["@media print{p{color:red}}", "<p>"],
    [".card{color:red}", '<p class="cards card-x">card</p>'],
    ["p{color:red}", "<pre>"],
    ["p.card>b{color:red}", '<p class="card">'],
    ["[data-theme=light] p{color:red}", '<html data-theme="dark"><p>'],
    ["#nav{color:red}", '<nav class="nav">'],
    ["@media (width){@supports (gap:0){.card{color:red}}}", "<p>"],
  ])("%s by %s", (css, markup) => {
    expect(used(css, markup)).toBe("");
  });
});

test("of a list of selectors those stay that match, and rules keep their order", () => {
  expect(used(".a,.b:is(p,em),.c{x:1}@media (width){.a{x:2}.b{x:3}}.b{x:4}", '<p class="b">')).toBe(".b:is(p,em){x:1}@media (width){.b{x:3}}.b{x:4}");
});

test("of the custom properties those stay that a rule asks for", () => {
  const styles = ":root{--a:1px;--b:var(--a);--c:2px}@supports (anchor-name:--d){p{anchor-name:--d;margin:var(--b) var(--e,0)}}";
  expect(withoutUnusedProperties(styles)).toBe(styles.replace("--c:2px", ""));
});

test("a sheet that ends within a rule is refused", () => {
  expect(() => readSheet("p{color:red}.card{")).toThrow(/no \} for the \{ after/);
});
