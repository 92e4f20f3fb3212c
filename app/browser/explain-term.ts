/** Shows the glossary's entry of a term in place. Loaded on the first tap on one. */

/** Reads the entry from the page that the link leads to. Rejects where it has none, so that the caller follows the link. */
export async function explainTerm(link: HTMLAnchorElement): Promise<void> {
  const answer = await fetch(link.pathname);
  // The security policy refuses its style, which has a nonce of its own.
  const html = (await answer.text()).replace(/<style.*?<\/style>/s, "");
  const page = new DOMParser().parseFromString(html, "text/html");
  const heading = page.getElementById(link.hash.slice(1));
  if (heading === null) throw new Error("No such term.");
  const box = document.createElement("div");
  box.className = "panel explained";
  box.popover = "auto";
  box.append(textOf("h2", heading), ...entryOf(heading), linkTo(link.href));
  box.addEventListener("toggle", () => {
    if (box.matches(":popover-open")) return;
    box.remove();
    link.focus();
  });
  document.body.append(box);
  box.showPopover();
  box.querySelector("a")?.focus({ preventScroll: true });
}

/** What follows the heading, until the next term. */
function entryOf(heading: Element): Node[] {
  const parts: Node[] = [];
  for (let next = heading.nextElementSibling; next !== null && !isTerm(next); next = next.nextElementSibling)
    parts.push(document.importNode(next, true));
  return parts;
}

function isTerm({ id, tagName }: Element): boolean {
  return id.startsWith("term-") || tagName === "H2";
}

function textOf(tag: string, { textContent }: Element): Element {
  const element = document.createElement(tag);
  element.textContent = textContent;
  return element;
}

function linkTo(href: string): Element {
  const paragraph = document.createElement("p");
  const link = document.createElement("a");
  link.className = "a";
  link.href = href;
  link.textContent = "Learn";
  paragraph.append(link);
  return paragraph;
}
