/** Announces client navigations to screen readers and restores a lost focus, as a new document does by itself. Loaded on the first one. */

export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** Screen readers don't announce a role=status that was rendered with its text. They read a focused one, and alerts, by themselves. */
const notice = "main [role=status].alert:not(:focus)";
const pauseMs = 100;
const lifeMs = 10_000;
let liveRegion: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function announceNavigation(from: Address, to: Address): void {
  announce(from.pathname === to.pathname ? arriveInPage(from, to) : arriveAtPage());
}

/** Like arriveInPage, moves a lost focus and returns the text to announce. */
function arriveAtPage(): string {
  if (isFocusLost()) focus(document.querySelector("h1"));
  return sentences(document.title, textOf(notice));
}

function arriveInPage(from: Address, to: Address): string {
  const target = document.getElementById(to.hash.slice(1));
  const pager = pagerOf(target);
  const isPaged = pageOf(from) !== pageOf(to);
  const found = from.search === to.search ? null : (textOf(".vh", pager) ?? countOfPicks());
  if (!isPaged && to.hash !== "" && document.activeElement?.closest("a")?.hash === to.hash) focus(target);
  if (isPaged && (isFocusLost() || pager?.contains(document.activeElement)))
    focus(pager?.previousElementSibling ?? null);
  // The pressed control is gone, such as a deleted row. With a target the focus is fine: some browsers don't focus a clicked link.
  if (!target && isFocusLost())
    focus(document.querySelector("main .alert:not(.health)") ?? document.querySelector("h1"));
  return sentences(textOf(notice), textOf("main .err") ?? textOf("main :is(.empty > p, p.empty)") ?? found);
}

/** Where a page has several lists, this is the first pager below the list's title. */
function pagerOf(title: Element | null): Element | null {
  const pagers = [...document.querySelectorAll(".pager")];
  return (
    pagers.find((pager) => !title || title.compareDocumentPosition(pager) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null
  );
}

function pageOf({ search }: Address): string | null {
  return new URLSearchParams(search).get("page");
}

function countOfPicks(): string | null {
  const { length } = document.querySelectorAll("main article");
  return length === 0 ? null : `${length} ${length === 1 ? "pick" : "picks"}`;
}

function sentences(...texts: readonly (string | null)[]): string {
  return texts.filter(Boolean).join(". ").replaceAll(".. ", ". ");
}

function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

/** Does not scroll: the router has restored the scroll position. */
function focus(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return;
  // A scrolling region is already a Tab stop.
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

function textOf(selector: string, root: ParentNode | null = document): string | null {
  return root?.querySelector(selector)?.textContent ?? null;
}

/** The live region must exist before its text, or the text may not be announced. The text is removed again: it may soon be outdated. */
function announce(text: string): void {
  const region = liveRegion?.isConnected ? liveRegion : createLiveRegion();
  const write = (words: string) => {
    region.textContent = words;
  };
  liveRegion = region;
  clearTimeout(timer);
  write("");
  timer = setTimeout(() => {
    write(text);
    timer = setTimeout(write, lifeMs, "");
  }, pauseMs);
}

/** A closed shadow root: the text is on the page already, and a search in the page must find it only once. */
function createLiveRegion(): HTMLElement {
  const host = Object.assign(document.createElement("div"), { id: "said", className: "vh" });
  const words = document.createElement("p");
  words.setAttribute("aria-live", "polite");
  host.attachShadow({ mode: "closed" }).append(words);
  document.body.append(host);
  return words;
}
