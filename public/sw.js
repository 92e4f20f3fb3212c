/**
 * The service worker, which runs as it stands here: files of the build from a cache, and where the network is gone the last copy of three
 * pages, for the person who is signed in. What is kept, for whom and how long: docs/decisions/007-offline.md.
 */
const filesCache = "files";
// One cache for each reader, who is the X-Reader of an answer: as soon as another one shows, the cache is deleted.
const copiesOf = "copies of ";
const nobody = "nobody";
const offlinePage = "/offline";
const keptPages = ["/dashboard", "/my-card", "/learn", offlinePage];
// From then on somebody else may read, whether the answer comes or not.
const readerChanges = ["/logout", "/api/logout", "/login", "/admin-login", "/login-code", "/api/login"];
// Yesterday's picks are played by then. It also bounds what a lost membership can still read.
const lifeMs = 24 * 60 * 60 * 1000;
// A network that is there and says nothing, as in a tunnel or a crowded arena: so long, and the last copy is shown.
const patienceMs = 6000;
const silent = "The network does not answer.";
// Of files, and of copies: a filtered list is a page of its own.
const mostKept = 100;

let reader = null;
// Counts the changes of reader: what was asked for before one is not kept after it.
let epoch = 0;
// The page whose data was just waited for in vain: its document is not.
let givenUp = null;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// From app/browser/offline.ts, with every page.
self.addEventListener("message", (event) => event.waitUntil(keepAll(event).catch(() => null)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = "";
  if (url.origin !== location.origin) return;
  // A form goes to the server as the browser sends it: what says where it comes from must not be the worker's.
  if (request.method !== "GET") return readerChanges.includes(url.pathname) && event.waitUntil(changeReader(null));
  // By its bare address: a query makes no other file of it, and anybody can put one into a link.
  if (url.pathname.startsWith("/build/") && url.search === "") event.respondWith(fileOf(event, url.href));
  else if (request.mode === "navigate" || isData(url)) event.respondWith(answerOf(event, url));
});

async function fileOf(event, address) {
  const cache = await caches.open(filesCache);
  const kept = await cache.match(address);
  if (kept) return kept;
  const answer = await fetch(address);
  // A page in a file's place, as a proxy sends it while it has nothing better, would stay for good.
  const isPage = /^text\/html\b/.test(answer.headers.get("Content-Type"));
  if (answer.status === 200 && !isPage) event.waitUntil(put(cache, address, answer.clone()));
  return answer;
}

/** Only the newest stay: files of earlier builds are the first to go. */
async function put(cache, address, answer) {
  await cache.put(address, answer);
  for (const old of (await cache.keys()).slice(0, -mostKept)) await cache.delete(old);
}

async function answerOf(event, url) {
  const { request } = event;
  const asked = ask(event, url);
  event.waitUntil(asked);
  const waited = new Promise((resolve) => setTimeout(resolve, givenUp === url.href ? 0 : patienceMs));
  const early = await Promise.race([asked.then(() => null), waited.then(() => standIn(request, url, silent))]);
  givenUp = early && isData(url) ? pageOf(url) : null;
  if (early) return early;
  const answer = await asked;
  if (answer && isOurs(request, answer)) return answer;
  const instead = await standIn(request, url, answer ? silent : "You are offline.");
  if (instead) return instead;
  if (answer && !answer.ok) return answer;
  return (request.mode === "navigate" && (await lastCopy(offlinePage))) || Response.error();
}

/** The network's answer, which is heeded even where it comes late; null where there is none. */
async function ask(event, url) {
  const since = epoch;
  const answer = await fetch(event.request).catch(() => null);
  if (answer && isOurs(event.request, answer)) event.waitUntil(heed(url, answer.clone(), since));
  return answer;
}

/** All of the server's own have a number, for its log. A proxy says that there is no server; a network that wants a sign-in first has a page, which is no page's data. */
function isOurs({ mode }, { status, ok, headers }) {
  return headers.has("X-Request-Id") || !(status > 501 || (ok && mode !== "navigate"));
}

/** What an answer teaches: whose the copies may be, and what a page shows now. */
async function heed(url, answer, since) {
  const shown = answer.headers.get("X-Reader");
  if (shown === null || since !== epoch) return;
  const changed = changeReader(shown);
  const now = epoch;
  await changed;
  if (shown === nobody || answer.status !== 200 || !keptPages.includes(url.pathname)) return;
  if (isData(url)) return visit(pageOf(url));
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Kept-At", String(Date.now()));
  const html = await answer.text();
  if (now === epoch) await put(await caches.open(copiesOf + shown), pageOf(url), new Response(html, { headers }));
}

/** Null from a sign-out or a sign-in on, until an answer says who reads. What was asked for before a change is not kept after it. */
async function changeReader(next) {
  if (next === null || (reader !== null && reader !== next)) epoch += 1;
  reader = next;
  const others = (await caches.keys()).filter((name) => name.startsWith(copiesOf) && name !== copiesOf + next);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Fetches a page for its copy alone. By the header the server leaves a notice to the page that is shown, and does not take it for the reader's own doing. */
async function visit(address) {
  const since = epoch;
  const answer = await fetch(address, { headers: { "X-For-Copy": "yes" }, redirect: "manual" });
  await heed(new URL(address, location.origin), answer, since);
}

/** Twice a day, with their scripts, so that what the offline page links to is there. */
async function keepAll(event) {
  if (await lastCopy(offlinePage, lifeMs / 2)) return;
  for (const path of keptPages) {
    await visit(path);
    const html = (await (await lastCopy(path))?.text()) ?? "";
    for (const file of html.match(/\/build\/[\w./-]+/g) ?? []) await fileOf(event, file);
  }
}

/** A page's copy. The scripts, which ask for data alone, are told to load it as a document, but not in the place of that page itself. */
async function standIn({ referrer }, url, why) {
  const address = pageOf(url);
  const copy = await lastCopy(address);
  if (!copy) return null;
  if (!isData(url)) return new Response((await copy.text()) + asOf(Number(copy.headers.get("X-Kept-At")), why), { headers: copy.headers });
  if (referrer === "" || referrer === address) return null;
  return new Response(null, { status: 204, headers: { "X-Remix-Redirect": address.slice(location.origin.length), "X-Remix-Reload-Document": "yes" } });
}

/** The line of app/browser/offline.ts, by the reader's clock. */
function asOf(at, why) {
  const [then, now] = [new Date(at), new Date()];
  const day = then.toDateString() === now.toDateString() ? {} : { month: "short", day: "numeric" };
  return `<p class="as-of" role="status" data-at="${at}">${why} This is your last copy, as of ${then.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" })}.</p>`;
}

/** Null where there is none, or none as young as that. */
async function lastCopy(address, ms = lifeMs) {
  const copy = await caches.match(address);
  return copy && Date.now() - Number(copy.headers.get("X-Kept-At")) < ms ? copy : null;
}

function isData({ searchParams }) {
  return searchParams.has("_data");
}

function pageOf(url) {
  const page = new URL(url);
  // The second is of a page that reloads itself (app/paths/paths.ts).
  for (const name of ["_data", "auto"]) page.searchParams.delete(name);
  return page.href;
}
