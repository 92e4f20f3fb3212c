/**
 * The service worker, which runs as it stands here: files of the build from a cache, and where the network is gone the last copy of three
 * pages, for the person who opened them. What is kept, for whom and how long: docs/decisions/007-offline.md.
 */
const filesCache = "files";
// One cache for each reader, who is the X-Reader of an answer: as soon as another one shows, the cache is deleted.
const copiesOf = "copies of ";
const nobody = "nobody";
const keptPages = ["/dashboard", "/my-card", "/learn"];
const offlinePage = "/offline";
const signOutPaths = ["/logout", "/api/logout"];
// Whoever signs in may be somebody else, whether the answer comes or not.
const signInPaths = ["/login", "/admin-login", "/login-code", "/api/login"];
// Yesterday's picks are played by then. It also bounds what a lost membership can still read.
const lifeMs = 24 * 60 * 60 * 1000;
const mostCopies = 30;
// A network that is there and says nothing, as in a tunnel or a crowded arena: so long, and the last copy is shown.
const patienceMs = 6000;

// Requests are numbered, so that a late answer to the reader before is not kept for the one after.
let requests = 0;
let reader = null;
let readerSince = 0;
// The last request that may have changed who reads or what there is to read, and the last one whose answer said so.
let sent = 0;
let heeded = 0;

self.addEventListener("install", () => self.skipWaiting());
// Without the browser's own early request for a page: WebKit showed some pages with the policy of that one and the nonce of another, so without
// styles, and Firefox no copy where it failed. Browsers that an earlier version of this file asked for it stop here.
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.disable()])));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = "";
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") sent = ++requests;
  if (request.method !== "GET" && [...signOutPaths, ...signInPaths].includes(url.pathname)) event.waitUntil(forget());
  // A form's document goes to the server as the browser sends it: what says where it comes from must not be the worker's.
  if (request.mode === "navigate" && request.method !== "GET") return;
  event.respondWith(isFile(url) ? fileOf(event) : answerOf(event, url));
});

/** By its bare address: a query makes no other file of it, and anybody can put one into a link. */
function isFile({ pathname, search }) {
  return search === "" && (pathname.startsWith("/build/") || /^\/(icon-|favicon\.|manifest\.webmanifest$)/.test(pathname));
}

async function fileOf(event) {
  const cache = await caches.open(filesCache);
  const kept = await cache.match(event.request.url);
  if (kept) return kept;
  const answer = await fetch(event.request);
  // A page in a file's place, as a proxy sends it while it has nothing better, would stay until the next build.
  const isPage = /^text\/html\b/.test(answer.headers.get("Content-Type"));
  if (answer.status === 200 && !isPage) event.waitUntil(keepFile(cache, event.request.url, answer.clone()));
  return answer;
}

/** A new list of routes is a new build: what it does not name is old. It names no style sheet: of those the newest stays. */
async function keepFile(cache, address, answer) {
  const isList = /\/build\/manifest-/.test(address);
  const list = isList ? await answer.clone().text() : "";
  for (const { url } of await cache.keys()) {
    const isOld = url.endsWith(".css") ? address.endsWith(".css") : isList && !list.includes(new URL(url).pathname);
    if (isOld) await cache.delete(url);
  }
  await cache.put(address, answer);
}

async function answerOf(event, url) {
  const { request } = event;
  const answer = ask(event, url);
  // It is heeded all the same when it comes late.
  event.waitUntil(answer.catch(() => null));
  try {
    const copy = mayBeSilent(request, url) ? await Promise.race([answer.then(() => null), copyOfSilence(request, url)]) : null;
    const given = copy ?? (await answer);
    // Before it has the answer: later it could take away what a network that was lost since says.
    if (isData(url)) await tell(event.clientId, copy && keptAt(copy), copy !== null).catch(() => null);
    return given;
  } catch (problem) {
    const copy = await copyInPlaceOf(problem, event, url);
    if (copy) return copy;
    if (problem instanceof Response) return problem.ok ? Response.error() : problem;
    throw problem;
  }
}

/** Where there is no answer, or a proxy's. */
async function copyInPlaceOf(problem, { request, clientId }, url) {
  if (request.signal.aborted || request.method !== "GET") return null;
  const isSilent = problem instanceof Response;
  const copy = await copyFor(url, { from: request.referrer, isSilent });
  if (copy && isData(url)) await tell(clientId, keptAt(copy), isSilent);
  return copy ?? (request.mode === "navigate" && !isSilent ? offlineAnswer() : null);
}

async function ask(event, url) {
  const number = ++requests;
  const answer = await fetch(event.request, isForCopy(event.request, url) ? forCopy(event.request.headers) : undefined);
  if (isOfOthers(event.request, answer)) throw answer;
  event.waitUntil(heed(event.request.method, url, answer.clone(), number));
  return answer;
}

/** Asks the server to leave a notice that waits for its reader to the page that is shown. */
function forCopy(others = {}) {
  const headers = new Headers(others);
  headers.set("X-For-Copy", "yes");
  return { headers };
}

/** A document that a script asks for is shown to nobody: see keepThisPage in app/browser/offline.ts. */
function isForCopy({ method, mode }, url) {
  return method === "GET" && mode === "cors" && !isData(url);
}

/**
 * What a proxy says in place of a server that does not answer, and a network that asks its readers to sign in says to everything: the server's own
 * answers have a number, for its log. A page of that network's is shown as a page, and is none of ours where a page's data or the API was asked.
 */
function isOfOthers({ mode }, { status, ok, headers }) {
  return !headers.has("X-Request-Id") && (status > 501 || (ok && mode !== "navigate"));
}

/** Never right after something was sent: the copy may be another person's, or from before it. */
function mayBeSilent({ method, mode }, url) {
  return method === "GET" && (mode === "navigate" || isData(url)) && heeded >= sent;
}

/** The copy, after the patience is over; null where there is none, and the answer has to be waited for. */
async function copyOfSilence({ referrer }, url) {
  await new Promise((resolve) => setTimeout(resolve, patienceMs));
  return copyFor(url, { from: referrer, isSilent: true }).catch(() => null);
}

function isData({ searchParams }) {
  return searchParams.has("_data");
}

/** What an answer teaches: who reads now, and what they were shown last. */
async function heed(method, url, answer, number) {
  const shown = answer.status === 401 ? nobody : answer.headers.get("X-Reader");
  if (shown === null || number < readerSince) return;
  if (method === "GET") heeded = Math.max(heeded, number);
  if (shown !== reader) [reader, readerSince] = [shown, number];
  await deleteCopies((name) => name !== copiesOf + reader);
  if (reader === nobody || method !== "GET" || !keptPages.includes(url.pathname)) return;
  if (answer.status === 200 && !answer.redirected) await (isData(url) ? compare(url, answer, number) : keep(url.href, answer, number));
}

async function keep(address, answer, number) {
  const html = await answer.text();
  if (number < readerSince) return;
  const cache = await caches.open(copiesOf + reader);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Kept-At", String(Date.now()));
  await cache.delete(address);
  await cache.put(address, new Response(html, { headers }));
  const kept = await cache.keys();
  for (const { url } of kept.slice(0, -mostCopies)) await cache.delete(url);
  if (address.endsWith(offlinePage)) return;
  const page = await cache.match(offlinePage);
  if (!page || isOlder(page, lifeMs / 2)) await visit(new URL(offlinePage, location.origin).href);
}

/** The scripts ask for a page's data alone. The copy holds those too: is it still the same, only its time is new. */
async function compare(url, answer, number) {
  const address = pageOf(url);
  const copy = await caches.match(address);
  const fresh = await answer.text();
  if (copy && JSON.stringify(dataIn(await copy.clone().text(), url)) === fresh) return keep(address, copy, number);
  return visit(address);
}

async function visit(address) {
  const number = ++requests;
  const answer = await fetch(address, { ...forCopy(), redirect: "manual" });
  if (answer.status === 200 && answer.headers.get("X-Reader") === reader) await keep(address, answer, number);
}

function pageOf(url) {
  const page = new URL(url);
  // The second is of a page that reloads itself (app/paths.ts).
  for (const name of ["_data", "auto"]) page.searchParams.delete(name);
  return page.href;
}

/** The data of one route within a document; null in one without scripts. */
function dataIn(html, url) {
  const [, context] = /window\.__remixContext = (\{.*?\});(?:__remixContext\.p = |<\/script>)/s.exec(html) ?? [];
  return context ? JSON.parse(context).state.loaderData[url.searchParams.get("_data")] : null;
}

/**
 * What is kept of an address. The scripts ask for data, which a copy of when the network was slow has not: they are told to load it as a page,
 * but not in the place of that page itself (`from`).
 */
async function copyFor(url, { from = "", isSilent = false } = {}) {
  const address = pageOf(url);
  const copy = await caches.match(address);
  if (!copy || isOlder(copy, lifeMs)) return null;
  const html = await copy.text();
  const { headers } = copy;
  if (!isData(url)) return new Response(html.replace(/<\/body>(?!.*<\/body>)/s, `<p class="as-of" role="status">${asOf(copy, isSilent)}</p></body>`), { headers });
  const found = dataIn(html, url);
  const kept = { "X-Kept-At": headers.get("X-Kept-At") };
  if (found) return Response.json(found, { headers: { "X-Remix-Response": "yes", ...kept } });
  if (from === "" || from === address) return null;
  return new Response(null, { status: 204, headers: { "X-Remix-Redirect": address.slice(location.origin.length), "X-Remix-Reload-Document": "yes", ...kept } });
}

/** The page that stands in for all others, with links to those that have a copy. */
async function offlineAnswer() {
  const page = await caches.match(offlinePage);
  if (!page || isOlder(page, lifeMs)) return null;
  const has = {};
  for (const path of keptPages) has[path] = await copyFor(new URL(path, location.origin));
  const html = (await page.text()).replace(/<li><a [^>]*href="([^"]*)"[^>]*>[^<]*<\/a><\/li>/g, (line, path) => (has[path] ? line : ""));
  return new Response(html, { headers: page.headers });
}

function keptAt(copy) {
  return Number(copy.headers.get("X-Kept-At"));
}

function isOlder(copy, ms) {
  return Date.now() - keptAt(copy) > ms;
}

/** The words of app/browser/offline.ts, by the reader's clock. */
function asOf(copy, isSilent) {
  const at = new Date(keptAt(copy));
  const day = at.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" };
  return `${isSilent ? "The network does not answer." : "You are offline."} This is your last copy, as of ${at.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" })}.`;
}

async function tell(clientId, asOf, isSilent = false) {
  (await self.clients.get(clientId))?.postMessage({ asOf, isSilent });
}

/** At a sign-out or a sign-in, of whoever: before the server hears of it, and whether it hears of it or not. */
async function forget() {
  [reader, readerSince] = [nobody, ++requests];
  await deleteCopies(() => true);
}

async function deleteCopies(which) {
  const names = (await caches.keys()).filter((name) => name.startsWith(copiesOf) && which(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
