import { offlineText } from "../doors/form-state.ts";
import { goOn } from "./outdated.ts";
import { lookWhoReads, meetOtherTabs } from "./reader.ts";

/** What the pages of a member do about a lost network. Loaded once the page is taken over, so that nothing waits for it. */

const againMs = 10_000;

/** Somebody has signed out, which the server can't be told yet. */
let isLeaving = false;

interface FromWorker {
  asOf: number | null;
  /** The network is there, and gives no answer. */
  isSilent: boolean;
}

/** From when the page is (milliseconds), in words; null for now. */
export function showAsOf(at: number | null, isSilent = false): void {
  showLine(at === null ? "" : asOf(new Date(at), isSilent));
}

/** The words of public/sw.js, by the reader's clock. */
function asOf(at: Date, isSilent: boolean): string {
  const day = at.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" } as const;
  return `${isSilent ? "The network does not answer." : "You are offline."} This is your last copy, as of ${at.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" })}.`;
}

/** At the bottom of the window; nothing for "". Not React's: a copy brings it along. */
function showLine(text: string): void {
  const line = shownLine() ?? document.createElement("p");
  if (text === "") return line.remove();
  line.className = "as-of";
  line.role = "status";
  document.body.append(line);
  line.textContent = text;
}

/** Not the one that another tab's reader has (reader.ts). */
function shownLine(): Element | null {
  return document.querySelector(".as-of:not(.other)");
}

/**
 * What is an old copy, or could not be loaded, is asked for again until it comes: My Card and Learn ask for nothing by themselves, and nobody is to
 * know that they have to reload.
 */
function askAgain(): void {
  // Without it the page is a plain document, which loads itself anew.
  const { state: { errors, navigation } = {} } = window.__remixRouter ?? {};
  const isLost = shownLine() !== null || Object.values(errors ?? {}).some((error) => error instanceof TypeError);
  if (isLost && !isLeaving && !document.hidden && navigation?.state === "idle") window.__remixRouter.revalidate();
}

/** Begins with the worker that keeps copies (public/sw.js), where the browser has one: over https, or on the machine itself. */
async function beginWorker(worker: ServiceWorkerContainer): Promise<void> {
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => showAsOf(data.asOf, data.isSilent));
  if (worker.controller) keepThisPage();
  else worker.addEventListener("controllerchange", keepThisPage, { once: true });
  // A browser may forbid it, and a lost network fail it: then nothing is kept.
  await worker.register("/sw.js").catch(() => null);
}

/** A page that was loaded before the worker was there goes through it once more. Its files come from the browser's own cache. */
function keepThisPage(): void {
  const [loaded] = performance.getEntriesByType("navigation");
  if (loaded instanceof PerformanceNavigationTiming && loaded.workerStart > 0) return;
  const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/build/"));
  // Read to its end: an answer that nobody reads keeps its connection.
  for (const address of [location.href, ...files]) fetch(address).then((answer) => answer.blob()).catch(() => null);
}

/**
 * Without a network, links and filters go to the worker as documents, which has a copy or a page that says so. The router would ask for data
 * alone, and for scripts that this browser may never have loaded.
 */
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
  const line = document.createElement("p");
  line.className = "alert b x-all unsent";
  line.role = "alert";
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

if ("serviceWorker" in navigator) void beginWorker(navigator.serviceWorker);
addEventListener("click", leaveToWorker, true);
addEventListener("submit", leaveToWorker, true);
addEventListener("submit", keepInput, true);
addEventListener("pageshow", lookWhoReads);
addEventListener("online", askAgain);
setInterval(askAgain, againMs);
window.navigation?.addEventListener("navigate", goOn);
// Not in every browser that the rest is for.
if ("BroadcastChannel" in window) meetOtherTabs();
