/** Today's Picks, the refresh and the start compared with R and C in turns: bytes, requests per second, CPU, memory. */
import { median, medians } from "./figures.ts";
import { type Ask, type Loaded, ask, load } from "./load.ts";
import type { Figure } from "./report.ts";
import { type Seeded, members, seeded, seededWithLedger } from "./seed.ts";
import { type Server, recordChecked, startBare, startProduct, startReference } from "./servers.ts";

interface Pace {
  rounds: number;
  seconds: number;
  memorySeconds: number;
  /** The same for R's one page. Shorter, because its memory is not a target. */
  referenceSeconds: number;
  starts: number;
}

// More than one start: the first one after a build has no compile cache.
const quick: Pace = { rounds: 1, seconds: 2, memorySeconds: 5, referenceSeconds: 5, starts: 3 };
const full: Pace = { rounds: 3, seconds: 5, memorySeconds: 600, referenceSeconds: 120, starts: 5 };
const settled = 100_000;
/** A 2 MB file, like a young service. In a larger file the integrity check dominates. */
const settledAtStart = 1000;
const refreshPath = "/dashboard?_data=routes%2Fdashboard";
const memberPages = [
  "/dashboard",
  "/history",
  "/history?page=3&sort=oldest",
  "/propicks",
  "/propicks-history",
  "/my-card",
  "/my-card?tab=results",
  "/learn",
  "/learn?tab=tips",
  "/profile",
  "/settings",
];
const publicPages = [
  "/",
  "/pricing",
  "/checkout",
  "/login",
  "/terms",
  "/affiliate-signup",
  "/signup?payment_success=true",
];

export async function measureUnderLoad(isQuick: boolean, say: (text: string) => void): Promise<Figure[]> {
  const pace = isQuick ? quick : full;
  const database = await seededWithLedger(settled, members);
  try {
    const starts = [
      ...(await measureStarts("start", await seeded(settledAtStart), pace.starts)),
      ...(await measureStarts(
        `start with ${settled.toLocaleString("en-US")} picks, ms`,
        await seededWithLedger(settled),
        pace.starts,
      )),
    ];
    const started = new Date().toISOString();
    const servers = {
      product: await startProduct(database.path),
      reference: await startReference(database.path),
      bare: await startBare(),
    };
    try {
      await recordChecked(database.path, started);
      return [...starts, ...(await measure(servers, database, pace, say))];
    } finally {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    }
  } finally {
    database.remove();
  }
}

async function measureStarts(id: string, { path, remove }: Seeded, starts: number): Promise<Figure[]> {
  const times: { product: number; reference: number }[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const product = await startProduct(path);
    await product.stop();
    const reference = await startReference(path);
    await reference.stop();
    times.push({ product: product.startMs, reference: reference.startMs });
  }
  remove();
  const { product, reference } = medians(times);
  return [{ id, value: product, reference }];
}

type Servers = Readonly<Record<"product" | "reference" | "bare", Server>>;

async function measure(
  { product, reference, bare }: Servers,
  { cookies: sessions }: Seeded,
  pace: Pace,
  say: (text: string) => void,
): Promise<Figure[]> {
  const idle = await memoryOf({ product, reference });
  const sheet = await sheetCookie(product);
  const cookies = sessions.map((session) => `${session}; ${sheet}`);
  const today = { path: "/dashboard", cookies };
  for (const path of ["/record", "/api/record", ...memberPages]) await ask(product.origin, { path, cookies });
  const shown = await memoryOf({ product, reference });
  const changed = await ask(product.origin, { path: refreshPath, cookies });
  const unchanged = await unchangedAsk(product, cookies);
  const kinds: Record<"gzip" | "br", Turn[]> = { gzip: [], br: [] };
  const refreshes: Loaded[] = [];
  for (const server of [product, reference, bare])
    await load(server, server === product ? today : { path: "/" }, pace.seconds);
  for (let round = 0; round < pace.rounds; round += 1) {
    say(`load, round ${round + 1} of ${pace.rounds}`);
    for (const encoding of ["gzip", "br"] as const) {
      kinds[encoding].push({
        product: await load(product, { ...today, encoding }, pace.seconds),
        reference: await load(reference, { path: "/", encoding }, pace.seconds),
        bare: await load(bare, { path: "/", encoding }, pace.seconds),
      });
    }
    refreshes.push(await load(product, unchanged, pace.seconds));
  }
  say(`load of all member pages for ${pace.memorySeconds} s, then memory`);
  await load(product, { ...today, paths: memberPages }, pace.memorySeconds);
  await load(reference, { path: "/" }, pace.referenceSeconds);
  const loaded = await memoryOf({ product, reference });
  const [gzip, br] = [figuresOf(kinds.gzip), figuresOf(kinds.br)];
  const sent = await ask(product.origin, unchanged);
  return [
    { id: "today.gzip", value: gzip.product.perSecond, reference: gzip.reference.perSecond },
    { id: "today.br", value: br.product.perSecond, reference: br.reference.perSecond },
    { id: "today.cpu", value: gzip.product.cpuMicros, reference: gzip.reference.cpuMicros },
    {
      id: "refresh.bytes",
      value: sent.bodyBytes + sent.headerBytes,
      remark: `${sent.status}, ${changed.bodyBytes} bytes of body when it changed`,
    },
    {
      id: "refresh, requests/s",
      value: median(refreshes.map(({ perSecond }) => perSecond)),
      reference: gzip.reference.perSecond,
    },
    { id: "memory.idle", value: idle.product, reference: idle.reference },
    { id: "memory.record", value: shown.product, reference: shown.reference },
    {
      id: "memory.load",
      value: loaded.product,
      reference: loaded.reference,
      remark: `${pace.memorySeconds} s of all member pages`,
    },
    ...(await bytesOf(product, sessions, cookies)),
    ...Object.entries({ gzip, br }).flatMap(([encoding, { product: productLoad, reference: referenceLoad }]) => [
      { id: `today.${encoding}.p50 ms`, value: productLoad.p50Ms, reference: referenceLoad.p50Ms },
      { id: `today.${encoding}.p95 ms`, value: productLoad.p95Ms, reference: referenceLoad.p95Ms },
      { id: `today.${encoding}.p99 ms`, value: productLoad.p99Ms, reference: referenceLoad.p99Ms },
    ]),
    {
      id: "refresh.cpu",
      value: median(refreshes.map(({ cpuMicros }) => cpuMicros)),
      reference: gzip.reference.cpuMicros,
    },
    { id: "bare page C, requests/s", value: gzip.bare.perSecond, remark: "may be limited by the load generator" },
    { id: "bare page C, CPU us", value: gzip.bare.cpuMicros },
  ];
}

type Turn = Readonly<Record<"product" | "reference" | "bare", Loaded>>;

function figuresOf(turns: readonly Turn[]): Turn {
  const mediansOf = (server: keyof Turn) => medians(turns.map((turn) => ({ ...turn[server] })));
  return { product: mediansOf("product"), reference: mediansOf("reference"), bare: mediansOf("bare") };
}

export async function unchangedAsk(product: Server, cookies: readonly string[]): Promise<Ask> {
  const asked = { path: "/api/picks/version", cookies };
  const { headers } = await ask(product.origin, asked);
  return { ...asked, headers: { "If-None-Match": String(headers.etag) } };
}

export async function sheetCookie({ origin }: Server): Promise<string> {
  const page = await (await fetch(`${origin}/login`)).text();
  const [path = ""] = /\/build\/_assets\/site-\w+\.css/.exec(page) ?? [];
  const { headers } = await ask(origin, { path });
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

async function bytesOf(product: Server, sessions: readonly string[], cookies: readonly string[]): Promise<Figure[]> {
  const heaviest = async (paths: readonly string[], cookies: readonly string[]) => {
    const pages = await Promise.all(
      paths.map(async (path) => ({ path, bytes: (await ask(product.origin, { path, cookies })).bodyBytes })),
    );
    return pages.reduce((most, page) => (page.bytes > most.bytes ? page : most));
  };
  const [publicPage, firstPage, memberPage] = [
    await heaviest(publicPages, []),
    await heaviest(memberPages, sessions),
    await heaviest(memberPages, cookies),
  ];
  const today = await ask(product.origin, { path: "/dashboard", cookies });
  return [
    { id: "page.bytes", value: publicPage.bytes, remark: publicPage.path },
    { id: "member.first.bytes", value: firstPage.bytes, remark: firstPage.path },
    { id: "member.bytes", value: memberPage.bytes, remark: memberPage.path },
    { id: "Today's Picks, HTML + CSS, gzip bytes", value: today.bodyBytes },
  ];
}

async function memoryOf(
  servers: Readonly<Record<"product" | "reference", Server>>,
): Promise<Record<"product" | "reference", number>> {
  const mb = async (server: Server) => (await server.used()).rssBytes / 2 ** 20;
  return { product: await mb(servers.product), reference: await mb(servers.reference) };
}
