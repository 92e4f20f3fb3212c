/** A page includes only the styles that it needs: the full style sheet must not change its look. */
import { readdirSync } from "node:fs";
import type { Page } from "playwright";

const [sheet = ""] = readdirSync("public/build/_assets").filter((name) => name.startsWith("whole-"));

/** Opens this menu, which is not laid out before. */
export async function styleDifferences(page: Page, popover: "nav" | "me"): Promise<string[]> {
  // The browser applies autofocus, as in a dialog, in one of the next frames.
  await page.waitForFunction(
    () => document.querySelector("[autofocus]") === null || document.activeElement !== document.body,
  );
  return page.evaluate(compare, { href: `/build/_assets/${sheet}`, popover });
}

/**
 * Runs in the page: the first property of each element or pseudo-element that the full style sheet changes.
 * It asks for the properties that a rule sets, here or there; no other can change on its own.
 */
async function compare({ href, popover }: { href: string; popover: string }): Promise<string[]> {
  document.getElementById(popover)?.showPopover();
  // An element that is not laid out yet has no computed sizes.
  for (const section of document.querySelectorAll<HTMLElement>(".rec > section"))
    section.style.contentVisibility = "visible";
  const link =
    document.querySelector<HTMLLinkElement>(`link[href="${href}"]`) ??
    Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  if (!link.sheet)
    await new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", () => reject(new Error(`${href} is not there`)));
      document.head.append(link);
    });
  const setBy = (rule: CSSRule): string[] => [
    ...("style" in rule && rule.style instanceof CSSStyleDeclaration ? Array.from(rule.style) : []),
    ...("cssRules" in rule && rule.cssRules instanceof CSSRuleList ? Array.from(rule.cssRules).flatMap(setBy) : []),
  ];
  const rules = Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules));
  // Custom properties matter only through others.
  const properties = [...new Set(rules.flatMap(setBy))].filter((name) => !name.startsWith("--"));
  const valuesOf = (element: Element, part: string | null) => {
    const style = getComputedStyle(element, part);
    const isShown = part === null || part === "::placeholder" || style.content !== "none";
    return isShown ? properties.map((name) => style.getPropertyValue(name)) : [];
  };
  // Elements that no rule tells apart, like the rows of a table, are compared once.
  const selectors = rules.map(({ cssText }) => cssText).join();
  const attributes = [...new Set(Array.from(selectors.matchAll(/\[([\w-]+)/g), ([, name = ""]) => name)), "class"];
  const kindOf = new Map<Element | null, number>();
  const firsts = new Map<string, { kind: number; element: Element }>();
  for (const element of document.querySelectorAll("html, body, body *")) {
    const { parentElement, previousElementSibling, nextElementSibling } = element;
    const described = [
      kindOf.get(parentElement),
      element.localName,
      !previousElementSibling,
      !nextElementSibling,
      ...attributes.map((name) => element.getAttribute(name)),
    ].join();
    const first = firsts.get(described) ?? { kind: firsts.size, element };
    firsts.set(described, first);
    kindOf.set(element, first.kind);
  }
  const parts = Array.from(firsts.values()).flatMap(({ element }) =>
    [null, "::before", "::after", ...("placeholder" in element ? ["::placeholder"] : [])].map((part) => ({
      element,
      part,
    })),
  );
  const allValues = () => parts.map(({ element, part }) => valuesOf(element, part));
  const whole = allValues();
  const { media } = link;
  link.media = "not all";
  const differences = allValues().flatMap((alone, index) => {
    const other = whole[index] ?? [];
    const changedAt = Array.from({ length: Math.max(alone.length, other.length) }).findIndex(
      (_, at) => alone[at] !== other[at],
    );
    const { element, part } = parts[index] ?? {};
    return changedAt === -1
      ? []
      : [
          `${element?.tagName}.${element?.getAttribute("class")}${part ?? ""}: ${properties[changedAt]}: ${alone[changedAt]} -> ${other[changedAt]}`,
        ];
  });
  link.media = media;
  document.getElementById(popover)?.hidePopover();
  return properties.length > 50 ? differences : ["The page has no styles to compare."];
}
