import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, startApp } from "../../support/app/app.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { leak } from "../../support/pages/html.ts";
import { rawRequest } from "../../support/app/raw.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
let visitor: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  await publish(staff);
  visitor = app.client();
});

const asset = `/build/${readdirSync("public/build").find((name) => name.startsWith("entry.client"))}`;
const largestAsset = `/build/${readdirSync("public/build").find((name) => name.startsWith("manifest-"))}`;

const kinds: Readonly<Record<string, () => Promise<Response>>> = {
  "a public page": () => visitor.get("/"),
  "a member's page": () => staff.get("/dashboard"),
  "a staff page": () => staff.get("/admin/picks"),
  "a redirect to the landing page": () => visitor.get("/dashboard"),
  "a redirect to the staff login": () => visitor.get("/admin"),
  "a redirect after a form": () => staff.post("/admin/sidebar", { results: "r", notes: "n", next: "x" }),
  "a failed form": () => staff.post("/admin/picks", {}),
  "a failed sign-in": () => visitor.post("/login", {}),
  "a 404 page": () => staff.get("/nowhere"),
  "a 404 for a missing pick": () => staff.get("/admin/picks/999"),
  "a 403 page": () => staff.fetch("/admin/picks", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }),
  "a 401 page": () => visitor.post("/admin/picks", {}),
  "a 405 page": () => staff.post("/history", {}),
  "a 413 page": () => staff.post("/admin/picks", { game: "x".repeat(70_000) }),
  "an API list": () => staff.call("GET", "/api/picks"),
  "an API refusal": () => visitor.call("GET", "/api/picks"),
  "an API 404": () => visitor.call("GET", "/api/nowhere"),
  "an API 405": () => staff.call("PUT", "/api/picks", {}),
  "a loader's data": () => staff.get("/dashboard?_data=routes%2Fdashboard"),
  "a loader's redirect": () => visitor.get("/dashboard?_data=routes%2Fdashboard"),
  "a loader's data under another path": () => staff.get("/?_data=routes%2Fadmin.picks._index"),
  "a hashed asset": () => visitor.get(asset),
  "a static file": () => visitor.get("/favicon.svg"),
  "a missing asset": () => visitor.get("/build/missing.js"),
  "an asset folder": () => visitor.get("/build"),
  "a file that the browser already has": async () =>
    raw("GET", "/favicon.svg", { "If-None-Match": (await visitor.get("/favicon.svg")).headers.get("etag") ?? "" }),
  "a part of a file": () => raw("GET", "/favicon.svg", { Range: "bytes=0-3" }),
  "an impossible part of a file": () =>
    raw("GET", "/favicon.svg", {
      Range: "bytes=99999-",
      "If-Match": "x",
      "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT",
    }),
  "HEAD of a static file": () => visitor.fetch("/favicon.svg", { method: "HEAD" }),
  "a form sent to a file's URL": () => staff.post("/favicon.svg"),
  "a CSV file": () => staff.get("/admin/affiliates.csv"),
  "a missing CSV file": () => staff.get("/admin/affiliates/payouts/9.csv"),
  "a CSV file for a visitor": () => visitor.get("/admin/affiliates.csv"),
  "an API 415": () => staff.fetch("/api/picks", { method: "POST", body: "x", headers: { Origin: app.origin } }),
  "an API 413": () => staff.call("POST", "/api/picks", { game: "x".repeat(70_000) }),
  "an API 400": () => staff.call("POST", "/api/picks", {}),
  "a sign-out": () => visitor.post("/logout"),
  "a page for another host": () => raw("GET", "/", { Host: "evil.test" }),
  "a call for another host": () => raw("GET", "/api/picks", { Host: "evil.test" }),
  "a file for another host": () => raw("GET", "/favicon.svg", { Host: "evil.test" }),
  "an unsupported method": () => raw("PROPFIND", "/"),
  "a malformed URL": () => visitor.get("/%ff"),
  "HEAD of a page": () => staff.fetch("/dashboard", { method: "HEAD" }),
  "OPTIONS of a page": () => staff.fetch("/dashboard", { method: "OPTIONS" }),
  "OPTIONS of the API": () => staff.fetch("/api/picks", { method: "OPTIONS" }),
};

const files = [
  "a hashed asset",
  "a static file",
  "HEAD of a static file",
  "a file that the browser already has",
  "a part of a file",
  "an impossible part of a file",
];
const isShort = (kind: string) => /\bAPI\b|^a call /.test(kind) || files.includes(kind);

test.each(Object.keys(kinds))("%s has the security headers and no internals", async (kind) => {
  const answer = await ask(kind);
  const { headers } = answer;
  const isPage = !isShort(kind);
  const policy = headers.get("content-security-policy") ?? "";
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    ...(isPage ? ["base-uri 'none'", "form-action 'self'"] : []),
  ])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe(isPage ? "strict-origin-when-cross-origin" : "no-referrer");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("x-powered-by")).toBeNull();
  expect(headers.get("server")).toBeNull();
  expect(headers.get("access-control-allow-origin")).toBeNull();
  // Any response that a browser shows as a page has the full set.
  expect([headers.get("x-frame-options"), /html/.test(headers.get("content-type") ?? "") && !isPage]).toEqual([
    isPage ? "DENY" : null,
    false,
  ]);
  expect(leak(await answer.text())).toBeNull();
});

describe("Cache-Control", () => {
  test.each(Object.keys(kinds).filter((kind) => !/asset|static|malformed|part of a file|already/.test(kind)))(
    "%s is never stored",
    async (kind) => {
      expect((await ask(kind)).headers.get("cache-control")).toBe("no-store");
    },
  );

  test("the service worker's script is revalidated every time", async () => {
    const { headers } = await visitor.get("/sw.js");
    expect([headers.get("cache-control"), headers.get("content-type")?.split(";")[0]]).toEqual([
      "no-cache",
      "application/javascript",
    ]);
  });

  test("hashed assets are immutable, other files are not", async () => {
    expect((await visitor.get(asset)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await visitor.get("/favicon.svg")).headers.get("cache-control")).not.toContain("immutable");
    expect((await visitor.get("/build/missing.js")).headers.get("cache-control")).toBe("no-store");
  });
});

test("the icons are compressed like scripts, with an image type", async () => {
  const [icons] = readdirSync("public/build/_assets").filter((name) => name.startsWith("icons-"));
  const { headers } = await visitor.get(`/build/_assets/${icons}`);
  expect(["content-type", "content-encoding", "cache-control"].map((name) => headers.get(name))).toEqual([
    "image/svg+xml",
    "gzip",
    "public, max-age=31536000, immutable",
  ]);
});

test("a script is the same in every encoding", async () => {
  const sent = (encoding: string) => visitor.fetch(largestAsset, { headers: { "Accept-Encoding": encoding } });
  const answers = [await sent("identity"), await sent("gzip"), await sent("gzip, deflate"), await sent("br")];
  const responseHeaders = answers.map(({ status, headers }) => [
    status,
    headers.get("content-encoding"),
    ...["content-type", "cache-control", "vary", "x-content-type-options"].map((name) =>
      headers.get(name)?.toLowerCase(),
    ),
  ]);
  const commonHeaders = [
    "application/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
    "accept-encoding",
    "nosniff",
  ];
  expect(responseHeaders).toEqual([
    [200, null, ...commonHeaders],
    [200, "gzip", ...commonHeaders],
    [200, "gzip", ...commonHeaders],
    [200, "br", ...commonHeaders],
  ]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
});

test("brotli is used where the client accepts it with full preference", async () => {
  const sent = (encoding: string) => visitor.fetch(largestAsset, { headers: { "Accept-Encoding": encoding } });
  const [whole, answer] = [await (await sent("identity")).text(), await sent("gzip, br")];
  expect([
    answer.headers.get("content-encoding"),
    answer.headers.get("vary")?.toLowerCase(),
    answer.headers.get("cache-control"),
    await answer.text(),
  ]).toEqual(["br", "accept-encoding", "public, max-age=31536000, immutable", whole]);
  expect((await sent("gzip, br;q=0.9")).headers.get("content-encoding")).toBe("gzip");
});

test.each([
  "an API list",
  "an API refusal",
  "an API 404",
  "a call for another host",
  "a hashed asset",
  "a static file",
  "a file that the browser already has",
])("%s may load nothing at all", async (kind) => {
  expect((await ask(kind)).headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
});

describe("the policy's nonce", () => {
  test.each(["/", "/login", "/dashboard", "/history", "/admin/picks", "/nowhere"])(
    "of %s matches its scripts and styles, and differs every time",
    async (path) => {
      const seen = new Set<string>();
      for (let round = 0; round < 3; round += 1) {
        const answer = await staff.get(path);
        const nonce =
          /script-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";
        const html = await answer.text();
        // A block of data runs nothing.
        const tags = [...html.matchAll(/<(script|style)\b(?! type="application\/ld\+json")[^>]*>/g)].map(
          ([tag]) => tag,
        );
        expect(tags.length).toBeGreaterThanOrEqual(2);
        for (const tag of tags) expect(tag).toContain(` nonce="${nonce}"`);
        expect(answer.headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(Buffer.from(nonce, "base64")).toHaveLength(16);
        expect(html).not.toMatch(/ style="| on[a-z]+="|javascript:/);
        seen.add(nonce);
      }
      expect(seen.size).toBe(3);
    },
  );

  test("can't be chosen by the client", async () => {
    const answer = await visitor.fetch("/", { headers: { "X-Csp-Nonce": "chosen" } });
    expect([
      answer.headers.get("content-security-policy")?.includes("chosen"),
      (await answer.text()).includes("chosen"),
    ]).toEqual([false, false]);
  });
});

test("a 429 form has Retry-After, and a failed staff login has Clear-Site-Data", async () => {
  const strict = await startApp();
  const client = strict.client();
  for (let tries = 0; tries < 5; tries += 1)
    await client.post("/login", { email: "nobody@example.test", password: "wrong" });
  const answer = await client.post("/login", { email: "nobody@example.test", password: "wrong" });
  const refused = await client.post("/admin-login", { email: "other@example.test", password: "wrong" });
  await strict.stop();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect([refused.status, refused.headers.get("clear-site-data")]).toEqual([401, '"cache", "storage"']);
});

test("a cached file gets 304, and a Range request the whole file", async () => {
  const statuses = [];
  for (const kind of ["a file that the browser already has", "a part of a file", "an impossible part of a file"])
    statuses.push((await ask(kind)).status);
  expect(statuses).toEqual([304, 200, 200]);
});

describe("X-Reader, which identifies the owner of a stored page,", () => {
  const readerOf = async (client: Client, path: string) => (await client.get(path)).headers.get("x-reader");

  test("is the same on a person's pages and data, and differs per session", async () => {
    const [first, second] = [await app.signedIn("user"), await app.signedIn("user")];
    const readers = [
      await readerOf(first, "/dashboard"),
      await readerOf(first, "/learn?_data=routes%2Flearn"),
      await readerOf(first, "/history"),
      await readerOf(first, "/nowhere"),
    ];
    expect([new Set(readers).size, readers[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(await readerOf(second, "/dashboard")).not.toBe(readers[0]);
  });

  test("has the value nobody for a bearer token", async () => {
    const { email } = await createUser(app.db);
    const answer = await app.client().call("POST", "/api/login", { email, password: testPassword });
    const { token }: { token: string } = await answer.json();
    expect(
      (await app.client().fetch("/dashboard", { headers: { Authorization: `Bearer ${token}` } })).headers.get(
        "x-reader",
      ),
    ).toBe("nobody");
  });

  test("has the value nobody for a visitor, a suspended account and a membership that ended", async () => {
    expect([await readerOf(visitor, "/"), await readerOf(visitor, "/nowhere")]).toEqual(["nobody", "nobody"]);
    for (const change of [{ status: "Suspended" }, { access_until: "2020-01-01T00:00:00.000Z" }] as const) {
      const { id, email } = await createUser(app.db);
      const client = app.client();
      await client.signIn(email);
      await app.db.updateTable("users").set(change).where("id", "=", id).execute();
      expect(await readerOf(client, "/")).toBe("nobody");
    }
  });

  test("is absent from API responses and files", async () => {
    expect([await readerOf(staff, "/api/picks"), await readerOf(staff, "/favicon.svg")]).toEqual([null, null]);
  });
});

test("plain http gets no HSTS", async () => {
  expect((await visitor.get("/")).headers.get("strict-transport-security")).toBeNull();
});

test("responses are compressed and vary by Accept-Encoding", async () => {
  const answer = await rawRequest(app.origin, "/", { headers: { "Accept-Encoding": "gzip" } });
  expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
});

/** fetch() can't send or read these. */
async function raw(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const answer = await rawRequest(app.origin, path, { method, headers });
  return new Response(answer.body === "" ? null : answer.body, { status: answer.status, headers: answer.headers });
}

function ask(kind: string): Promise<Response> {
  const request = kinds[kind];
  if (!request) throw new Error(`No kind ${kind}`);
  return request();
}
