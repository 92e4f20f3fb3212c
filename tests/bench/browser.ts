import { type Browser, type BrowserContext, type CDPSession, type Page, chromium } from "playwright";
import { findBrowser } from "../support/pages/find-browser.ts";
import { medians } from "./figures.ts";
import type { Figure } from "./report.ts";
import { seeded } from "./seed.ts";
import { type Server, startBare, startProduct, startReference } from "./servers.ts";

interface Network {
  latency: number;
  rate: number;
}

const networks = {
  "3g": { latency: 400, rate: 400_000 },
  "4g": { latency: 150, rate: 1_600_000 },
  fast: { latency: 20, rate: 50_000_000 },
} as const satisfies Record<string, Network>;
const cpuSlowdown = 4;
const minuteMs = 60_000;
// DevTools doesn't count traffic through the service worker, so it is blocked. The HTTP cache works as usual.
const withoutWorker = { serviceWorkers: "block" } as const;
const kinds = ["Document", "Script", "Fetch", "Other"] as const;
type Kind = (typeof kinds)[number];

type Traffic = Record<"requests" | `bytes${Kind}`, number>;
type Visited = Traffic &
  Record<"paintMs" | "largestMs" | "hydratedMs" | "shift" | "earlyTaskMs" | "longTaskMs", number>;

interface PageRequest {
  url: string;
  cookie?: string;
  network: Network;
  headers?: Readonly<Record<string, string>>;
  hydrates?: boolean;
}

export async function measureBrowser(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const database = await seeded(1000, 2);
  const [product, reference, bare] = await Promise.all([
    startProduct(database.path),
    startReference(database.path),
    startBare(),
  ]);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
    ],
  });
  try {
    return await measure(browser, { product, reference, bare }, database.cookies[0] ?? "", isQuick, say);
  } finally {
    await browser.close();
    await Promise.all([product, reference, bare].map((server) => server.stop()));
    database.remove();
  }
}

async function measure(
  browser: Browser,
  servers: Readonly<Record<"product" | "reference" | "bare", Server>>,
  cookie: string,
  isQuick: boolean,
  say: (text: string) => void,
): Promise<Figure[]> {
  const rounds = isQuick ? 1 : 9;
  const today = { url: `${servers.product.origin}/dashboard`, cookie, hydrates: true };
  const requests: Readonly<Record<string, PageRequest>> = {
    "today 3g": { ...today, network: networks["3g"] },
    "today 4g": { ...today, network: networks["4g"] },
    "today fast": { ...today, network: networks.fast, headers: { "Accept-Encoding": "gzip" } },
    "today saving": { ...today, network: networks["3g"], headers: { "Save-Data": "on" }, hydrates: false },
    "R 3g": { url: servers.reference.origin, network: networks["3g"], hydrates: true },
    "C 3g": { url: servers.bare.origin, network: networks["3g"] },
    "C 4g": { url: servers.bare.origin, network: networks["4g"] },
    "C fast": { url: servers.bare.origin, network: networks.fast },
  };
  // Warm-up: the first answers after a start are slower.
  for (const { url, cookie } of Object.values(requests))
    for (let again = 0; again < 5; again += 1)
      await (await fetch(url, { headers: cookie ? { Cookie: cookie } : {} })).arrayBuffer();
  const visits = new Map<string, Visited[]>();
  for (let round = 0; round < rounds; round += 1) {
    say(`browser, round ${round + 1} of ${rounds}`);
    for (const [name, request] of Object.entries(requests)) {
      const [first, repeat] = await visitTwice(browser, request);
      visits.set(name, [...(visits.get(name) ?? []), first]);
      visits.set(`${name} repeat`, [...(visits.get(`${name} repeat`) ?? []), repeat]);
    }
  }
  say(isQuick ? "an idle minute with a fast-forwarded clock" : "an idle minute");
  const idle = await idleMinute(browser, today.url, cookie, isQuick);
  const mediansOf = (name: string) => medians(visits.get(name) ?? []);
  return [
    ...figuresOf(mediansOf),
    { id: "an idle minute on Today's Picks, bytes", value: idle.bytes, remark: `${idle.requests} requests` },
  ];
}

function figuresOf(mediansOf: (name: string) => Visited): Figure[] {
  const [slow, medium, fast, saveData] = [
    mediansOf("today 3g"),
    mediansOf("today 4g"),
    mediansOf("today fast"),
    mediansOf("today saving"),
  ];
  const [reference, bare, bareMedium, bareFast] = [
    mediansOf("R 3g"),
    mediansOf("C 3g"),
    mediansOf("C 4g"),
    mediansOf("C fast"),
  ];
  const repeat = mediansOf("today 3g repeat");
  return [
    { id: "paint.3g", value: slow.paintMs, reference: bare.paintMs },
    { id: "paint.4g", value: medium.paintMs, reference: bareMedium.paintMs },
    { id: "scripts.fast", value: fast.bytesScript / 1024, remark: "gzip, headers included" },
    { id: "scripts.slow", value: saveData.bytesScript },
    { id: "shift", value: Math.max(slow.shift, medium.shift, fast.shift) },
    {
      id: "long-task",
      value: Math.max(slow.earlyTaskMs, medium.earlyTaskMs, fast.earlyTaskMs),
      reference: Math.max(bare.earlyTaskMs, bareMedium.earlyTaskMs, bareFast.earlyTaskMs),
    },
    {
      id: "longest task, taking the page over included, ms",
      value: Math.max(slow.longTaskMs, fast.longTaskMs),
      reference: reference.longTaskMs,
      remark: `slow 3G ${Math.round(slow.longTaskMs)}, fast ${Math.round(fast.longTaskMs)}`,
    },
    { id: "first paint on slow 3G, second visit, ms", value: repeat.paintMs, reference: bare.paintMs },
    { id: "largest paint on slow 3G, ms", value: slow.largestMs, reference: bare.largestMs },
    { id: "first paint of R on slow 3G, ms", value: reference.paintMs, reference: bare.paintMs },
    { id: "first paint where data is saved, slow 3G, ms", value: saveData.paintMs, reference: bare.paintMs },
    { id: "hydrated on slow 3G, first visit, ms", value: slow.hydratedMs, reference: reference.hydratedMs },
    {
      id: "hydrated on slow 3G, repeat visit, ms",
      value: repeat.hydratedMs,
      reference: mediansOf("R 3g repeat").hydratedMs,
    },
    { id: "first visit, requests", value: fast.requests, reference: mediansOf("R 3g").requests },
    { id: "repeat visit, requests", value: repeat.requests, reference: mediansOf("R 3g repeat").requests },
    ...kinds.map((kind) => ({
      id: `first visit, bytes of ${kind.toLowerCase()}`,
      value: fast[`bytes${kind}`],
      reference: reference[`bytes${kind}`],
    })),
    ...kinds.map((kind) => ({
      id: `repeat visit, bytes of ${kind.toLowerCase()}`,
      value: repeat[`bytes${kind}`],
      reference: mediansOf("R 3g repeat")[`bytes${kind}`],
    })),
  ];
}

async function visitTwice(browser: Browser, request: PageRequest): Promise<[Visited, Visited]> {
  const context = await browser.newContext({
    ...withoutWorker,
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { ...request.headers },
  });
  try {
    await signIn(context, request.url, request.cookie);
    await context.addInitScript(watchPage);
    const visited: Visited[] = [];
    for (const page of [await context.newPage(), await context.newPage()]) {
      visited.push(await visit(page, request));
      await page.close();
    }
    const [first, repeat] = visited;
    if (!first || !repeat) throw new Error("Nothing was visited");
    return [first, repeat];
  } finally {
    await context.close();
  }
}

async function visit(page: Page, { url, network, hydrates }: PageRequest): Promise<Visited> {
  const devtools = await page.context().newCDPSession(page);
  const traffic = await countTraffic(devtools);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: network.latency,
    downloadThroughput: network.rate / 8,
    uploadThroughput: network.rate / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  await page.goto(url, { waitUntil: "load" });
  if (hydrates) await page.waitForFunction(() => document.documentElement.dataset.benchHydrated !== undefined);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => {
    const {
      benchHydrated = "NaN",
      benchLargest = "NaN",
      benchShift = "0",
      benchTasks = "[]",
    } = document.documentElement.dataset;
    const paintMs = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
    const tasks: { at: number; ms: number }[] = JSON.parse(benchTasks);
    const longest = (some: typeof tasks) => Math.max(0, ...some.map(({ ms }) => ms));
    return {
      paintMs,
      largestMs: Number(benchLargest),
      hydratedMs: Number(benchHydrated),
      shift: Number(benchShift),
      // Forms work once painted. The first paint shows only the bar, so the largest paint counts too.
      earlyTaskMs: longest(tasks.filter(({ at }) => at < Math.max(paintMs, Number(benchLargest)))),
      longTaskMs: longest(tasks),
    };
  });
  return { ...seen, ...traffic() };
}

/** Runs in the page before its own scripts and writes what it observes to the document. */
function watchPage(): void {
  const seen: { largest: number; shift: number; tasks: { at: number; ms: number }[] } = {
    largest: 0,
    shift: 0,
    tasks: [],
  };
  const note = () =>
    Object.assign(document.documentElement.dataset, {
      benchLargest: seen.largest,
      benchShift: seen.shift,
      benchTasks: JSON.stringify(seen.tasks),
    });
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      list.getEntries().forEach(see);
      note();
    }).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => (seen.largest = entry.startTime));
  watch("layout-shift", (entry) => (seen.shift += "value" in entry ? Number(entry.value) : 0));
  watch("longtask", (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }));
  const isHydrated = () =>
    document.body &&
    Object.keys(document.body)
      .concat(Object.keys(document.body.firstElementChild ?? {}))
      .some((key) => key.startsWith("__react"));
  // Because this runs in every frame, Chromium also reports tasks with long layout, but none of layout alone.
  const look = () => {
    if (isHydrated()) document.documentElement.dataset.benchHydrated = String(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Counts requests and bytes over the wire from now on, without cached responses. */
async function countTraffic(devtools: CDPSession): Promise<() => Traffic> {
  const types = new Map<string, Kind>();
  const bytes: Record<Kind, number> = { Document: 0, Script: 0, Fetch: 0, Other: 0 };
  await devtools.send("Network.enable");
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache)
      types.set(requestId, kinds.find((kind) => kind === type) ?? "Other");
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = types.get(requestId);
    if (kind) bytes[kind] += encodedDataLength;
  });
  return () => ({
    requests: types.size,
    bytesDocument: bytes.Document,
    bytesScript: bytes.Script,
    bytesFetch: bytes.Fetch,
    bytesOther: bytes.Other,
  });
}

async function idleMinute(
  browser: Browser,
  url: string,
  cookie: string,
  moved: boolean,
): Promise<{ bytes: number; requests: number }> {
  const context = await browser.newContext(withoutWorker);
  try {
    await signIn(context, url, cookie);
    const page = await context.newPage();
    if (moved) await page.clock.install();
    await page.addInitScript(watchPage);
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForFunction(() => document.documentElement.dataset.benchHydrated !== undefined);
    const devtools = await context.newCDPSession(page);
    const traffic = await countTraffic(devtools);
    if (moved) for (const _half of [1, 2]) await runHalf(page);
    else await new Promise((done) => setTimeout(done, minuteMs));
    // DevTools sends the events of the last response before the answer to this command.
    await devtools.send("Network.getCookies");
    const { requests, bytesDocument, bytesScript, bytesFetch, bytesOther } = traffic();
    return { requests, bytes: bytesDocument + bytesScript + bytesFetch + bytesOther };
  } finally {
    await context.close();
  }
}

async function runHalf(page: Page): Promise<void> {
  const refreshed = page.waitForResponse(/\/api\/picks\/version/);
  await page.clock.fastForward(minuteMs / 2);
  await (await refreshed).finished();
}

async function signIn(context: BrowserContext, url: string, cookie: string | undefined): Promise<void> {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(cookie ?? "") ?? [];
  if (name && value) await context.addCookies([{ name, value, url }]);
}
