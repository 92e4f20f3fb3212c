/** What the pages of a member do about a lost network. Loaded once the page is taken over, so that nothing waits for it. */

interface FromWorker {
  asOf: string;
}

/** From when the page is, in words, at the bottom of the window; nothing for "". Not React's: a copy brings it along. */
export function showAsOf(text: string): void {
  const line = document.querySelector(".as-of") ?? document.createElement("p");
  if (text === "") return line.remove();
  line.className = "as-of";
  line.role = "status";
  document.body.append(line);
  line.textContent = text;
}

/** Begins with the worker that keeps copies (public/sw.js), where the browser has one: over https, or on the machine itself. */
async function beginWorker(worker: ServiceWorkerContainer): Promise<void> {
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => showAsOf(data.asOf));
  if (worker.controller === null) worker.addEventListener("controllerchange", keepThisPage, { once: true });
  // A browser may forbid it, and a lost network fail it: then nothing is kept.
  await worker.register("/sw.js").catch(() => null);
}

/** The first page was loaded before there was a worker. Its files come from the browser's own cache. */
function keepThisPage(): void {
  const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/build/"));
  for (const address of [location.href, ...files]) fetch(address).catch(() => null);
}

if ("serviceWorker" in navigator) beginWorker(navigator.serviceWorker);
