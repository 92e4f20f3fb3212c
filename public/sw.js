/**
 * The service worker, served without a build step. Caches build files, shows offline copies of three pages to the
 * signed-in user, and shows alerts. What is stored, for whom and how long: docs/decisions/007-offline.md.
 */
const filesCache = "files";
// One cache per user (the X-Reader header); deleted as soon as another user appears.
const copiesPrefix = "copies of ";
const signedOut = "nobody";
const offlinePage = "/offline";
const storedPages = ["/dashboard", "/my-card", "/learn", offlinePage];
// After these requests the user may be another one or on a break, even if the response is lost.
const userChangingPaths = [
  "/logout",
  "/api/logout",
  "/login",
  "/admin-login",
  "/login-code",
  "/api/login",
  "/profile/break",
  "/api/break",
];
const signOutPaths = ["/logout", "/api/logout"];
const devicesPath = "/api/alert-devices";
// The ids of alerts that were shown: a push service, or a server that was stopped, may send one again.
const shownCache = "shown alerts";
// By then yesterday's games are over. Also limits what a former member can still read.
const maxAgeMs = 24 * 60 * 60 * 1000;
// How long to wait for a silent network, as in a tunnel or a crowded arena, before showing a copy.
const timeoutMs = 6000;
const networkSilent = "The network isn't responding.";
// For files and for copies; each filtered list is its own page.
const maxEntries = 100;

let currentUser = null;
// Rises with each change of user; responses to requests from before a change are not stored.
let epoch = 0;
// The page whose data just timed out: its document need not wait again.
let timedOutPage = null;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// Sent by app/browser/offline.ts on every page.
self.addEventListener("message", (event) => event.waitUntil(storeAll(event).catch(() => null)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = "";
  if (url.origin !== location.origin) return;
  // The browser sends forms itself: the worker would change the headers that the CSRF check reads.
  if (request.method !== "GET") {
    if (userChangingPaths.includes(url.pathname)) event.waitUntil(changeUser(null));
    if (signOutPaths.includes(url.pathname)) event.waitUntil(endAlerts());
    return;
  }
  // Only without a query: anyone can put one into a link, and it would fill the cache.
  if (url.pathname.startsWith("/build/") && url.search === "") event.respondWith(fileOf(event, url.href));
  else if (request.mode === "navigate" || isData(url)) event.respondWith(answerOf(event, url));
});
self.addEventListener("push", (event) => event.waitUntil(showAlert(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(event.newSubscription)));

async function fileOf(event, address) {
  const cache = await caches.open(filesCache);
  const cached = await cache.match(address);
  if (cached) return cached;
  const answer = await fetch(address);
  // A proxy's error page with status 200 would stay cached for good.
  const isPage = /^text\/html\b/.test(answer.headers.get("Content-Type"));
  if (answer.status === 200 && !isPage) event.waitUntil(put(cache, address, answer.clone()));
  return answer;
}

/** Keeps the newest entries; files of old builds go first. */
async function put(cache, address, answer) {
  await cache.put(address, answer);
  for (const old of (await cache.keys()).slice(0, -maxEntries)) await cache.delete(old);
}

async function answerOf(event, url) {
  const { request } = event;
  const pending = fetchAndLearn(event, url);
  event.waitUntil(pending);
  const timeout = new Promise((resolve) => setTimeout(resolve, timedOutPage === url.href ? 0 : timeoutMs));
  const timeoutCopy = await Promise.race([
    pending.then(() => null),
    timeout.then(() => storedCopy(request, url, networkSilent)),
  ]);
  timedOutPage = timeoutCopy && isData(url) ? pageOf(url) : null;
  if (timeoutCopy) return timeoutCopy;
  const answer = await pending;
  if (answer && isOurs(request, answer)) return answer;
  const copy = await storedCopy(request, url, answer ? networkSilent : "You're offline.");
  if (copy) return copy;
  if (answer && !answer.ok) return answer;
  return (request.mode === "navigate" && (await lastCopy(offlinePage))) || Response.error();
}

/** The network's response, stored even when it is late; null = no response. */
async function fetchAndLearn(event, url) {
  const startEpoch = epoch;
  const answer = await fetch(event.request).catch(() => null);
  if (answer && isOurs(event.request, answer)) event.waitUntil(learn(url, answer.clone(), startEpoch));
  return answer;
}

/**
 * True for our server's responses, which all have X-Request-Id. Proxies answer 502 and above; captive portals answer a
 * data request with a page.
 */
function isOurs({ mode }, { status, ok, headers }) {
  return headers.has("X-Request-Id") || !(status > 501 || (ok && mode !== "navigate"));
}

/** Learns the user from a response and stores a copy of the page. */
async function learn(url, answer, startEpoch) {
  const shown = answer.headers.get("X-Reader");
  if (shown === null || startEpoch !== epoch) return;
  const changed = changeUser(shown);
  const now = epoch;
  await changed;
  if (shown === signedOut || answer.status !== 200 || !storedPages.includes(url.pathname)) return;
  if (isData(url)) return fetchCopy(pageOf(url));
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Kept-At", String(Date.now()));
  const html = await answer.text();
  if (now === epoch) await put(await caches.open(copiesPrefix + shown), pageOf(url), new Response(html, { headers }));
}

/** Null after a sign-in or sign-out until a response names the user. Responses to earlier requests are not stored. */
async function changeUser(next) {
  if (next === null || (currentUser !== null && currentUser !== next)) epoch += 1;
  currentUser = next;
  const others = (await caches.keys()).filter((name) => name.startsWith(copiesPrefix) && name !== copiesPrefix + next);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/**
 * Fetches a page only to store it. With X-For-Copy the server keeps a pending notice and does not count it as user
 * activity.
 */
async function fetchCopy(address) {
  const startEpoch = epoch;
  const answer = await fetch(address, { headers: { "X-For-Copy": "yes" }, redirect: "manual" });
  await learn(new URL(address, location.origin), answer, startEpoch);
}

/** Stores all pages with their scripts twice a day, so that the offline page's links work. */
async function storeAll(event) {
  if (await lastCopy(offlinePage, maxAgeMs / 2)) return;
  for (const path of storedPages) {
    await fetchCopy(path);
    const html = (await (await lastCopy(path))?.text()) ?? "";
    for (const file of html.match(/\/build\/[\w./-]+/g) ?? []) await fileOf(event, file);
  }
}

/**
 * A stored copy of the page. For a data request it tells Remix to load the page as a document, unless that page is
 * shown already.
 */
async function storedCopy({ referrer }, url, why) {
  const address = pageOf(url);
  const copy = await lastCopy(address);
  if (!copy) return null;
  if (!isData(url))
    return new Response((await copy.text()) + asOf(Number(copy.headers.get("X-Kept-At")), why), {
      headers: copy.headers,
    });
  if (referrer === "" || referrer === address) return null;
  return new Response(null, {
    status: 204,
    headers: { "X-Remix-Redirect": address.slice(location.origin.length), "X-Remix-Reload-Document": "yes" },
  });
}

/** Like the line of app/browser/offline.ts, in local time. */
function asOf(at, why) {
  const [then, now] = [new Date(at), new Date()];
  const day = then.toDateString() === now.toDateString() ? {} : { month: "short", day: "numeric" };
  return `<p class="edge" role="status" data-at="${at}">${why} This is your last copy, as of ${then.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" })}.</p>`;
}

/** Null when there is no copy younger than `ms`. */
async function lastCopy(address, ms = maxAgeMs) {
  const copy = await caches.match(address);
  return copy && Date.now() - Number(copy.headers.get("X-Kept-At")) < ms ? copy : null;
}

function isData({ searchParams }) {
  return searchParams.has("_data");
}

function pageOf(url) {
  const page = new URL(url);
  // "auto" marks a page that reloads itself (app/paths/paths.ts).
  for (const name of ["_data", "auto"]) page.searchParams.delete(name);
  return page.href;
}

/** The message is app/alerts/push.server.ts. Browsers block a site whose messages show nothing, so only a repeat does. */
async function showAlert(data) {
  const { id, title, body, url, tag, closes = [] } = readAlert(data);
  const shown = await registration.getNotifications();
  for (const notification of shown) if (closes.includes(notification.tag)) notification.close();
  if (await isRepeat(id)) return;
  await registration.showNotification(title, { body, tag, data: url, icon: "/icon-192.png" });
}

function readAlert(data) {
  try {
    return data.json();
  } catch {
    return { id: "", title: location.hostname, body: "You have a new alert.", url: "/", tag: "" };
  }
}

const shownIds = new Set();

/** The set is for two messages at once, the cache for a worker that was stopped in between. */
async function isRepeat(id) {
  if (id === "") return false;
  if (shownIds.has(id)) return true;
  shownIds.add(id);
  const cache = await caches.open(shownCache);
  const address = `/shown-alerts/${encodeURIComponent(id)}`;
  if (await cache.match(address)) return true;
  await put(cache, address, new Response());
  return false;
}

/** Shows the window that has the page already, else a new one: another window may have an unsaved form. */
async function openPage(path) {
  const { origin, href } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url === href);
  await (there ? there.focus() : clients.openWindow(href));
}

/** After a sign-out this device shows nobody's picks. The push service tells the server, which removes the device. */
async function endAlerts() {
  for (const notification of await registration.getNotifications()) notification.close();
  const subscription = await registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The push service ended the subscription. Without a session nothing is subscribed. */
async function subscribeAnew(given) {
  const answer = await fetch(devicesPath);
  if (!answer.ok) return;
  const { public_key: applicationServerKey } = await answer.json();
  const subscription =
    given ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const headers = { "Content-Type": "application/json" };
  await fetch(devicesPath, { method: "POST", headers, body: JSON.stringify(subscription) });
}
