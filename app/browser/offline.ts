import { offlineText } from "../doors/form-state.ts";

/**
 * What a member's page does about a lost network, a new version of the site, and another person in the same browser. Loaded once the page is taken
 * over, so that nothing waits for it. The worker that keeps copies is public/sw.js.
 */

const againMs = 10_000;
const patienceMs = 6000;
// Several people may be that: readerOf in app/session.server.ts.
const nobody = "nobody";
/** Whom the page was made for. By the session: a name can be taken by somebody else. */
const { root }: { root?: { person: { reader: string } | null } } = window.__remixContext.state.loaderData ?? {};

/** Somebody has signed out, which the server can't be told yet. */
let isLeaving = false;

/** From when the page is (milliseconds), in the words of public/sw.js, by the reader's clock; null for now. */
export function showAsOf(at: number | null, isSilent = false): void {
  if (at === null) return shownLine()?.remove();
  // A page that began as a copy is as old as that.
  const then = new Date(Math.min(at, Number(shownLine()?.dataset.at ?? at)));
  const day = then.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" } as const;
  const time = then.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" });
  showLine(`${isSilent ? "The network does not answer." : "You are offline."} This is your last copy, as of ${time}.`).dataset.at = String(then.getTime());
}

/** At the bottom of the window. Not React's: a copy brings it along. */
function showLine(text: string): HTMLElement {
  const line = shownLine() ?? document.createElement("p");
  line.className = "as-of";
  line.role = "status";
  document.body.append(line);
  line.textContent = text;
  return line;
}

/** Not the one that says who else is signed in. */
function shownLine(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".as-of:not(.other)");
}

/** A copy, and a page that could not be loaded, are loaded anew once the server answers: nobody has to know that they should. */
async function askAgain(): Promise<void> {
  // Without a router the page is a plain document.
  const { errors, navigation } = window.__remixRouter?.state ?? {};
  const isLost = shownLine() !== null || Object.values(errors ?? {}).some((error) => error instanceof TypeError);
  if (!isLost || isLeaving || document.hidden || navigation?.state !== "idle" || (await whoReads()) === null) return;
  showAsOf(null);
  window.__remixRouter.revalidate();
}

/** Whose session this browser has now; null where the server does not say. */
async function whoReads(): Promise<string | null> {
  const answer = await fetch("/?_data=root", { signal: AbortSignal.timeout(patienceMs) }).catch(() => null);
  // Read to its end: an answer that nobody reads keeps its connection.
  await answer?.text().catch(() => null);
  return answer?.headers.get("X-Reader") ?? null;
}

/** A browser may bring a page back as it was left, without asking: after a sign-out, Back would show it to anybody. It is hidden until its reader is known. */
async function lookWhoReads({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted) return;
  document.documentElement.hidden = true;
  const now = await whoReads();
  if (now === nobody || now !== root?.person?.reader) location.reload();
  else document.documentElement.hidden = false;
}

/** Offline, links and filters go to the worker as documents: the router would ask for scripts that this browser may never have loaded. */
function leaveToWorker(event: MouseEvent | SubmitEvent): void {
  if (navigator.onLine || !navigator.serviceWorker?.controller || !(event.target instanceof Element)) return;
  if (event.target.closest("a[href], form[method=get]")) event.stopPropagation();
}

/** A form that can't be sent says so, and stays as it is. The router would take the page away, the browser would show an error of its own. */
function keepInput(event: SubmitEvent): void {
  document.querySelector(".unsent")?.remove();
  const form = event.target;
  // Without an address of its own it is the form of a card, which has its own words.
  if (navigator.onLine || !(form instanceof HTMLFormElement) || form.method !== "post" || !form.hasAttribute("action")) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.getAttribute("action") === "/logout") return leaveLater(form);
  const line = Object.assign(document.createElement("p"), { className: "alert b x-all unsent", role: "alert" });
  form.append(line);
  line.textContent = offlineText;
}

/** Whoever signs out offline leaves nothing on the device, though the server can't be told before the network is back. */
function leaveLater(form: HTMLFormElement): void {
  if ("caches" in window) caches.keys().then((names) => names.forEach((name) => caches.delete(name)), () => null);
  showLine("You are offline and still signed in. What was kept on this device is deleted. Leave this page open to be signed out when you are back.");
  if (!isLeaving) addEventListener("online", () => HTMLFormElement.prototype.submit.call(form));
  isLeaving = true;
}

/** Whoever signs in beside this page is who it acts for from then on, though it shows another name: says so, and leaves what was typed where it is. */
function meetOtherTabs(): void {
  const name = document.querySelector(".user .cut")?.textContent?.trim() ?? "";
  const tabs = new BroadcastChannel("reader");
  tabs.onmessage = ({ data }: MessageEvent<string>) => {
    document.querySelector(".other")?.remove();
    if (data === name) return;
    const line = Object.assign(document.createElement("p"), { className: "as-of other", role: "alert" });
    document.body.append(line);
    line.append(`Another tab is signed in as ${data}, and so is this one now. `, Object.assign(document.createElement("a"), { href: "", textContent: "Reload this page" }), " to go on.");
  };
  tabs.postMessage(name);
}

/** A new version takes the scripts of an open page away, and the framework then reloads that page. Instead the browser goes where the router was going. */
function goOn(event: Event): void {
  const { state, location: to, formAction = "", formData } = window.__remixRouter?.state.navigation ?? {};
  if (!("navigationType" in event) || event.navigationType !== "reload" || !("userInitiated" in event) || event.userInitiated || !to) return;
  event.preventDefault();
  // A navigation can't begin another.
  setTimeout(() => (state === "submitting" && formData ? send(formAction + to.hash, formData) : location.assign(to.pathname + to.search + to.hash)));
}

function send(action: string, typed: FormData): void {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  typed.forEach((value, name) => typeof value === "string" && form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

if ("serviceWorker" in navigator) {
  // A browser may forbid it, and a lost network fail it: then nothing is kept.
  navigator.serviceWorker.register("/sw.js").catch(() => null);
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep"));
}
addEventListener("click", leaveToWorker, true);
addEventListener("submit", leaveToWorker, true);
addEventListener("submit", keepInput, true);
addEventListener("pageshow", lookWhoReads);
addEventListener("online", askAgain);
setInterval(askAgain, againMs);
// Not in every browser.
if ("navigation" in window && window.navigation instanceof EventTarget) window.navigation.addEventListener("navigate", goOn);
if ("BroadcastChannel" in window) meetOtherTabs();
