import { beforeAll, beforeEach, expect, test } from "vitest";
import { type App, type Client, complaints } from "../../support/app/app.ts";
import { leak, visibleText } from "../../support/pages/html.ts";
import { type RawAnswer, rawRequest, sendRaw } from "../../support/app/raw.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const demoApp = useApp({ APP_ORIGIN: "", DEMO: "1" });
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

let before: string[];
beforeEach(() => {
  before = complaints(app);
});

const foreignHosts = [
  "evil.test",
  "127.0.0.1:1",
  "localhost",
  "127.0.0.1",
  "[::1]",
  "",
  "a b",
  "%",
  "/",
  "user@evil.test",
  "evil.test:80:80",
  "...",
  "-",
  "0x7f.1",
  "xn--",
  "a".repeat(300),
  "\xff",
  "invalid.host",
  "__proto__",
];
// These look like hosts but make no valid URL.
const impossibleHosts = ["[:::]", "[::g]", "a:99999", "a:65536", "1.2.3.4.5", "256.256.256.256", "1.2.3.4.0x"];

test.each([
  [
    "pages and API calls",
    [
      "GET /",
      "GET /dashboard",
      "GET /api/picks",
      "GET /api/nowhere",
      "GET /dashboard?_data=routes%2Fdashboard",
      "POST /login",
      "POST /api/login",
    ],
  ],
  ["unknown paths", ["GET /nowhere", "POST /nowhere"]],
  ["the root loader's data, and pages without a form", ["GET /?_data=root", "POST /history"]],
])("with a configured origin, another host is 421 at %s", async (_title, requests) => {
  expect(await unexpectedAnswers(app, foreignHosts, requests, (status) => status === 421 || status === 400)).toEqual(
    [],
  );
  expect(complaints(app)).toEqual(before);
});

test("with a configured origin, an invalid host is refused", async () => {
  expect(
    await unexpectedAnswers(
      app,
      impossibleHosts,
      ["GET /", "GET /api/picks", "POST /login"],
      (status) => status === 421 || status === 400,
    ),
  ).toEqual([]);
  expect(complaints(app)).toEqual(before);
});

test("without a configured origin, no host causes a 5xx", async () => {
  expect(
    await unexpectedAnswers(
      demoApp,
      [...foreignHosts, ...impossibleHosts],
      ["GET /", "GET /dashboard", "GET /api/picks", "POST /login"],
      (status) => status < 500,
    ),
  ).toEqual([]);
});

const addresses = [
  "//",
  "///",
  "//evil.test/",
  "/%",
  "/%ff",
  "/%c0%af",
  "/%00",
  "/%0d%0aSet-Cookie:a=b",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/..%2f..%2fpackage.json",
  "/build/..%2f..%2f..%2fpackage.json",
  "/build/%2e%2e/index.js",
  "/build/index.js",
  "/.env",
  "/package.json",
  "/data/simline.db",
  "/app/server/guard.ts",
  "/\\",
  "/\\..\\",
  "http://evil.test/",
  "https://evil.test/dashboard",
  "*",
  "/?",
  "/??",
  "/?%",
  "/?%ff",
  "/?_data",
  "/?_data=",
  "/?_data=x",
  "/?_data=__proto__",
  "/?_data=root&_data=x",
  "/?index",
  "/login?index",
  "/history?page=%ff",
  "/history?start=%00",
  "/admin/picks/%00",
  "/admin/picks/%ff",
  "/api/picks/%ff",
  "/api/%ff",
  "/propicks/",
  "/DASHBOARD",
  "/constructor",
  "/__proto__",
  "/__manifest",
  `/${"a".repeat(8000)}`,
  `/${"a/".repeat(4000)}`,
  `/?${"a=1&".repeat(2000)}`,
  `/dashboard?${"a=1&".repeat(200)}`,
  `/${"a".repeat(30_000)}`,
  "/\xff\xfe",
  "/\u00e9",
  "/%F0%9F%92%A9",
  "/a%20b",
];

test.each(addresses.map((address) => [address.slice(0, 40), address] as const))(
  "the path %j causes no 5xx",
  async (_start, address) => {
    for (const cookie of ["", cookieOf(staff)]) {
      const answer = await rawRequest(app.origin, address, { headers: { Cookie: cookie } });
      expect([answer.status > 0 && answer.status < 500, leak(answer.body)], String(answer.status)).toEqual([
        true,
        null,
      ]);
      expect(answer.body).not.toMatch(/"dependencies"|SESSION_SECRET/);
    }
    expect(complaints(app)).toEqual(before);
  },
);

test.each(["//evil.test", "/\\evil.test", "//evil.test/..", "/login//evil.test", "/%2f%2fevil.test"])(
  "no redirect leaves the site: %s",
  async (address) => {
    const { headers } = await rawRequest(app.origin, address);
    expect(headers.get("location") ?? "/").toMatch(/^\/(?![/\\])/);
  },
);

test.each([
  "/build",
  "/build/",
  "/Build",
  "/BUILD/",
  "//build",
  "/build/routes",
  "/build/Routes",
  "/%62uild",
  "/./build",
  "/build/.",
  "/build//",
  "/build%2f",
  "/1%2f..",
  "/x%5c..",
  "//",
  "/./",
  "/.//.",
  "/build/..",
  "//evil.test%2f..",
  "/%2fevil.test%2f..",
])("no asset folder is revealed by a redirect: %s", async (address) => {
  const answer = await rawRequest(app.origin, address);
  expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
    404,
    null,
    "no-store",
  ]);
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test.each(["/api/../login", "/API/%2e%2e/login", "/api/..\\login", "/x/../login"])(
  "a page's path with dot segments gets that page with its policy, and does not affect other requests: %s",
  async (address) => {
    // The second request comes from the shared cache.
    for (const path of [address, address, "/login"]) {
      const { status, headers, body } = await rawRequest(app.origin, path);
      const [, nonce] = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "") ?? [];
      expect([path, status, body.includes(`nonce="${nonce}"`)]).toEqual([path, 200, true]);
    }
    expect(complaints(app)).toEqual(before);
  },
);

test.each(["/login/../api/picks", "/api/%2e/picks"])(
  "an API path with dot segments is handled by the API: %s",
  async (address) => {
    const { status, headers } = await rawRequest(app.origin, address, { method: "PUT" });
    expect([status, headers.get("allow"), headers.get("content-security-policy")]).toEqual([
      405,
      "GET, POST, HEAD",
      "default-src 'none'; frame-ancestors 'none'",
    ]);
  },
);

test.each(["/login//", "//login", "/api//openapi.json", `/${"/".repeat(15_000)}x`, `/login/${"/".repeat(15_000)}x`])(
  "two slashes in a row are a 404 before routing: %#",
  async (address) => {
    const answer = await rawRequest(app.origin, address);
    expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
  },
);

test.each(["TRACE", "OPTIONS", "PROPFIND", "QUERY", "PATCH", "PUT", "DELETE", "CONNECT", "FOO", "get"])(
  "the method %s is refused, not a 5xx",
  async (method) => {
    for (const path of ["/", "/dashboard", "/api/picks", "/nowhere", "/favicon.svg"]) {
      const answer = await rawRequest(app.origin, path, { method, headers: { "Content-Length": "0" } });
      expect([path, answer.status < 500, leak(answer.body)], String(answer.status)).toEqual([path, true, null]);
    }
    expect(complaints(app)).toEqual(before);
  },
);

test("a post to a page without a form is a 405 page, and no error in the log", async () => {
  const answer = await staff.post("/history", {});
  const html = await answer.text();
  expect([answer.status, visibleText(html)]).toEqual([405, expect.stringContaining("Not available here")]);
  expect(html).not.toContain("did not provide an");
  expect(complaints(app)).toEqual(before);
});

test("data of a route under another path is refused and not logged", async () => {
  for (const path of ["/?_data=x", "/?_data=routes%2Fdashboard", "/dashboard?_data=routes%2Fadmin.sidebar"])
    expect((await staff.get(path)).status).toBe(403);
  expect((await staff.post("/history?_data=routes%2Fhistory", {})).status).toBe(405);
  expect(complaints(app)).toEqual(before);
});

const strangeHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a broken cookie": { Cookie: "session=%; =; ;;;a" },
  "a huge cookie": { Cookie: `session=${"a".repeat(8000)}` },
  "many cookies": { Cookie: Array.from({ length: 500 }, (_, index) => `c${index}=1`).join("; ") },
  "__proto__ as a cookie": { Cookie: "__proto__=1; session=e30%3D" },
  "a cookie with a wrong signature": { Cookie: "flash=eyJ0ZXh0IjoieCIsInRvbmUiOiJiYWQifQ==.AAAA" },
  "a strange Authorization": { Authorization: "\xff\xff" },
  "a strange content type": { "Content-Type": ";;;charset=" },
  "a strange Accept-Encoding": { "Accept-Encoding": "gzip;q=NaN, *;q=-1" },
  "an impossible range": { Range: "bytes=9-1,5-" },
  "a strange date": { "If-Modified-Since": "never" },
  "every forwarding header": {
    "X-Forwarded-Proto": "javascript",
    "X-Forwarded-Host": "evil.test",
    "X-Forwarded-Port": "-1",
    Forwarded: "host=evil.test",
    "X-Original-URL": "/admin",
    "X-Rewrite-URL": "/admin",
  },
  "an upgrade": { Connection: "Upgrade, close", Upgrade: "h2c" },
  "an expectation": { Expect: "200-ok" },
  "the framework's own headers": {
    "X-Remix-Reload-Document": "1",
    "X-Remix-Revalidate": "x",
    "X-Csp-Nonce": '"><script>',
  },
  "a method override": { "X-HTTP-Method-Override": "DELETE" },
};

test.each(Object.keys(strangeHeaders))(
  "%s causes no 5xx and gives no access",
  async (name) => {
    for (const path of ["/", "/dashboard", "/api/picks", "/favicon.svg"]) {
      const answer = await rawRequest(app.origin, path, { headers: strangeHeaders[name] ?? {} });
      expect([path, answer.status > 0 && answer.status < 500, leak(answer.body)], String(answer.status)).toEqual([
        path,
        true,
        null,
      ]);
      if (path !== "/" && path !== "/favicon.svg") expect(answer.status).not.toBe(200);
      expect(answer.body).not.toContain("evil.test");
    }
    expect(complaints(app)).toEqual(before);
  },
  60_000,
);

test.each([
  ["two Content-Lengths", "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  [
    "Content-Length and chunks",
    "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["two hosts", "GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.test\r\nConnection: close\r\n\r\n"],
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["HTTP/1.0 without a host", "GET /dashboard HTTP/1.0\r\n\r\n"],
  ["a folded header", "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\nConnection: close\r\n\r\n"],
  ["bare line feeds", "GET / HTTP/1.1\nHost: HOST\nConnection: close\n\n"],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: HOST\r\n: x\r\nConnection: close\r\n\r\n"],
  [
    "a bad chunk",
    "POST /login HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nZZ\r\n",
  ],
  ["binary noise", "\x16\x03\x01\x02\x00\x01\x00"],
])("%s ends in a response below 500 or a closed connection", async (_title, bytes) => {
  const answer: RawAnswer = await sendRaw(app.origin, bytes.replaceAll("HOST", new URL(app.origin).host));
  expect([answer.status < 500, leak(answer.body)], String(answer.status)).toEqual([true, null]);
  expect((await app.client().get("/")).status).toBe(200);
});

async function unexpectedAnswers(
  server: App,
  hosts: readonly string[],
  requests: readonly string[],
  wanted: (status: number) => boolean,
): Promise<string[]> {
  const problems: string[] = [];
  for (const host of hosts) {
    for (const request of requests) {
      const [method = "", path = ""] = request.split(" ");
      const answer = await rawRequest(server.origin, path, {
        method,
        headers: { Host: host, ...(method === "POST" ? { "Content-Length": "0" } : {}) },
      });
      if (!wanted(answer.status) || leak(answer.body) !== null)
        problems.push(`${request} of ${host.slice(0, 20)}: ${answer.status} ${leak(answer.body) ?? ""}`);
    }
  }
  return problems;
}

function cookieOf(client: Client): string {
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
