/**
 * What readers who don't see it are told of a page, or of another part of a list, that came without a new document, and where their keyboard
 * goes on. A new document does both by itself. Loaded with the first of them.
 */

export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** What was done. It came with its place, which browsers don't announce. One that has the focus is read anyway; one of what went wrong, an alert, speaks for itself. */
const notice = "main [role=status].alert:not(:focus)";
/** For a browser to note that a place has no words. */
const pauseMs = 100;
const lifeMs = 10_000;
let place: HTMLElement | undefined;
let next: ReturnType<typeof setTimeout> | undefined;

/** Once what stands at `to` is shown. */
export function announceNavigation(from: Address, to: Address): void {
  say(from.pathname === to.pathname ? arriveInPage(from, to) : arriveAtPage());
}

/** Each of the two moves the focus where it was lost, and gives what is to be said. */
function arriveAtPage(): string {
  if (isFocusLost()) focus(document.querySelector("h1"));
  return sentences(document.title, textOf(notice));
}

function arriveInPage(from: Address, to: Address): string {
  const target = document.getElementById(to.hash.slice(1));
  const pager = pagerOf(target);
  const isPaged = pageOf(from) !== pageOf(to);
  const found = from.search === to.search ? null : (textOf(".muted", pager) ?? countOfPicks());
  if (!isPaged && to.hash !== "" && document.activeElement?.closest("a")?.hash === to.hash) focus(target);
  if (isPaged && (isFocusLost() || pager?.contains(document.activeElement))) focus(pager?.previousElementSibling ?? null);
  // What was pressed is gone: a row that was dealt with, the link that shows all again. A browser that gives a pressed link no focus is where its fragment is.
  if (!target && isFocusLost()) focus(document.querySelector("main .alert") ?? document.querySelector("h1"));
  return sentences(textOf(notice), textOf("main .err") ?? textOf("main .empty") ?? found);
}

/** A page with several lists names the one at hand, by its title: its pager is the first below. */
function pagerOf(title: Element | null): Element | null {
  const pagers = [...document.querySelectorAll(".pager")];
  return pagers.find((pager) => !title || title.compareDocumentPosition(pager) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null;
}

function pageOf({ search }: Address): string | null {
  return new URLSearchParams(search).get("page");
}

/** Of a list without a pager. */
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

/** The page has its scroll already. */
function focus(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  // What scrolls has a place of its own among the stops of Tab.
  if (!place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1");
  place.focus({ preventScroll: true });
}

function textOf(selector: string, place: ParentNode | null = document): string | null {
  return place?.querySelector(selector)?.textContent ?? null;
}

/** In a place that is there before its words: in one that comes with them they may go unheard. They go again, since soon they may be no longer true. */
function say(text: string): void {
  const spot = place?.isConnected ? place : placeForWords();
  const write = (words: string) => { spot.textContent = words; };
  place = spot;
  clearTimeout(next);
  write("");
  next = setTimeout(() => {
    write(text);
    next = setTimeout(write, lifeMs, "");
  }, pauseMs);
}

/** Closed: the words stand on the page already, and whoever searches it is to find them once, and no longer than they are shown. */
function placeForWords(): HTMLElement {
  const host = Object.assign(document.createElement("div"), { id: "said", className: "vh" });
  const words = document.createElement("p");
  words.setAttribute("aria-live", "polite");
  host.attachShadow({ mode: "closed" }).append(words);
  document.body.append(host);
  return words;
}
