import { offlineText } from "../http/form-state.ts";

/**
 * Handles a lost network, a new version of the site and a second account in the same browser. It runs with the scripts of every page
 * (components/shared/on-every-page.ts). The service worker that keeps page copies is public/sw.js.
 */

const retryMs = 10_000;
const timeoutMs = 6000;
// The X-Reader header when nobody is signed in: `readerTag` in app/session/identity.server.ts.
const noReader = "nobody";

/** Signed out while offline; the server has not been told yet. */
let isLeaving = false;

/** `at` is the time of the copy in milliseconds; null for a current page. */
export function showAsOf(at: number | null, isSilent = false): void {
  if (at === null) return shownLine()?.remove();
  // A page that began as an older copy keeps that age.
  const then = new Date(Math.min(at, Number(shownLine()?.dataset.at ?? at)));
  const day = then.toDateString() === new Date().toDateString() ? {} : ({ month: "short", day: "numeric" } as const);
  const time = then.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" });
  showLine(
    `${isSilent ? "The network isn't responding." : "You're offline."} This is your last copy, as of ${time}.`,
  ).dataset.at = String(then.getTime());
}

/** It stands at the bottom of the window. React does not render it: a copy of the page contains it. */
function showLine(text: string): HTMLElement {
  const line = shownLine() ?? document.createElement("p");
  line.className = "edge";
  line.role = "status";
  document.body.append(line);
  line.textContent = text;
  return line;
}

function shownLine(): HTMLElement | null {
  return document.querySelector<HTMLElement>("p.edge:not(.other)");
}

/** Reloads a copy, or a page that failed to load, as soon as the server answers. */
async function retryLoad(): Promise<void> {
  const { errors, navigation } = window.__remixRouter?.state ?? {};
  const isLost = shownLine() !== null || Object.values(errors ?? {}).some((error) => error instanceof TypeError);
  if (!isLost || isLeaving || document.hidden || navigation?.state !== "idle" || (await fetchReader()) === null) return;
  showAsOf(null);
  window.__remixRouter.revalidate();
}

async function fetchReader(): Promise<string | null> {
  const answer = await fetch("/?_data=root", { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  // An unread response keeps its connection open.
  await answer?.text().catch(() => null);
  return answer?.headers.get("X-Reader") ?? null;
}

/** Browsers may restore a page from memory: after a sign-out, Back would show it to anyone. It stays hidden until its reader is known. */
async function hideUntilReaderKnown({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted) return;
  document.documentElement.hidden = true;
  const reader = await fetchReader();
  if (reader === noReader || reader !== shownReader()) location.reload();
  else document.documentElement.hidden = false;
}

/** The reader that the page was rendered for, by session: names are not unique. */
function shownReader(): string | undefined {
  const { root }: { root?: { person: { reader: string } | null } } = window.__remixContext.state.loaderData ?? {};
  return root?.person?.reader;
}

/** Offline, links and filters load documents from the worker: the router would request scripts that may not be cached. */
function loadFromWorker(event: MouseEvent | SubmitEvent): void {
  if (navigator.onLine || !navigator.serviceWorker?.controller || !(event.target instanceof Element)) return;
  if (event.target.closest("a[href], form[method=get]")) event.stopPropagation();
}

/** Offline, shows a message at the form and keeps it. The router or the browser would show an error page instead. */
function keepUnsentForm(event: SubmitEvent): void {
  document.querySelector(".unsent")?.remove();
  const form = event.target;
  // The forms of pick cards have no action attribute: they show their own message.
  if (navigator.onLine || !(form instanceof HTMLFormElement) || form.method !== "post" || !form.hasAttribute("action"))
    return;
  event.preventDefault();
  event.stopPropagation();
  if (form.getAttribute("action") === "/logout") return signOutLater(form);
  const line = Object.assign(document.createElement("p"), { className: "alert b x-all unsent", role: "alert" });
  form.append(line);
  line.textContent = offlineText;
}

/** Deletes this device's copies now and tells the server once the network is back. */
function signOutLater(form: HTMLFormElement): void {
  if ("caches" in window)
    caches.keys().then(
      (names) => names.forEach((name) => caches.delete(name)),
      () => null,
    );
  showLine(
    "You're offline and still signed in. The copies on this device are deleted. Keep this page open, and you'll be signed out once you're online.",
  );
  if (!isLeaving) addEventListener("online", () => HTMLFormElement.prototype.submit.call(form));
  isLeaving = true;
}

/** Warns when another tab signs in to another account: this page would then act for that account. Keeps what was typed. */
function watchOtherTabs(): void {
  const name = document.querySelector(".user .cut")?.textContent?.trim() ?? "";
  const tabs = new BroadcastChannel("reader");
  tabs.onmessage = ({ data }: MessageEvent<string>) => {
    document.querySelector(".other")?.remove();
    if (data === name) return;
    const line = Object.assign(document.createElement("p"), { className: "edge other", role: "alert" });
    document.body.append(line);
    line.append(
      `Another tab is signed in as ${data}, so this one is too. `,
      Object.assign(document.createElement("a"), { href: "", textContent: "Reload this page" }),
      " to continue.",
    );
  };
  tabs.postMessage(name);
}

/** A new version removes the scripts of open pages, and Remix then reloads the page. This continues to the router's target instead. */
function continueNavigation(event: Event): void {
  const { state, location: to, formAction = "", formData } = window.__remixRouter?.state.navigation ?? {};
  if (
    !("navigationType" in event) ||
    event.navigationType !== "reload" ||
    !("userInitiated" in event) ||
    event.userInitiated ||
    !to
  )
    return;
  event.preventDefault();
  // A navigate handler can't start another navigation.
  setTimeout(() =>
    state === "submitting" && formData
      ? post(formAction + to.hash, formData)
      : location.assign(to.pathname + to.search + to.hash),
  );
}

function post(action: string, fields: FormData): void {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  fields.forEach(
    (value, name) =>
      typeof value === "string" &&
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value })),
  );
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

function watch(): void {
  if ("serviceWorker" in navigator) {
    // When the browser or the network refuses it, no copies are kept.
    navigator.serviceWorker.register("/sw.js").catch(() => null);
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep"));
  }
  addEventListener("click", loadFromWorker, true);
  addEventListener("submit", loadFromWorker, true);
  addEventListener("submit", keepUnsentForm, true);
  addEventListener("pageshow", hideUntilReaderKnown);
  addEventListener("online", retryLoad);
  setInterval(retryLoad, retryMs);
  if ("navigation" in window && window.navigation instanceof EventTarget)
    window.navigation.addEventListener("navigate", continueNavigation);
  if ("BroadcastChannel" in window) watchOtherTabs();
}

// Only signed-in pages have this menu; a public page leads to a member page with a full page load.
if (typeof document !== "undefined" && document.getElementById("me")) watch();
