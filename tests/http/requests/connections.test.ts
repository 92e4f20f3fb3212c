import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { rawRequest, sendRaw } from "../../support/app/raw.ts";
import { complaints } from "../../support/app/app.ts";
import { soon } from "../../support/soon.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const formHeaders = () => ({ ...form, Origin: app.origin });
const [length, firstPart] = [2_000_000, 100_000];

test.each([
  ["a form that is too long", 413, "/login", formHeaders],
  ["a cross-site form", 403, "/login", () => ({ ...form, Origin: "https://evil.test" })],
  ["a cross-site API call", 403, "/api/login", () => ({ ...form, Origin: "https://evil.test" })],
  ["a form for a page without one", 405, "/pricing", formHeaders],
  ["a form for an unknown path", 404, "/nowhere", formHeaders],
  ["an API call for an unknown path", 404, "/api/nowhere", formHeaders],
])(
  "%s is refused while its body still arrives, and the next request on that connection is answered",
  async (_what, status, path, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sent = request(`${app.origin}${path}`, {
      agent,
      method: "POST",
      headers: { ...headers(), "Content-Length": length },
    });
    sent.write("x".repeat(firstPart));
    const [refused] = await once(sent, "response");
    const port = sent.socket?.localPort;
    await once(refused.resume(), "end");
    sent.end("x".repeat(length - firstPart));
    const next = request(`${app.origin}/healthz`, { agent }).end();
    const [answer] = await once(next, "response");
    await once(answer.resume(), "end");
    expect([refused.statusCode, answer.statusCode, next.socket?.localPort]).toEqual([status, 200, port]);
    agent.destroy();
  },
);

test("an empty header counts as absent", async () => {
  for (const name of ["Origin", "Sec-Fetch-Site", "Cookie", "Authorization"]) {
    const answer = await rawRequest(app.origin, "/login", {
      method: "POST",
      headers: { ...formHeaders(), "Content-Length": "0", [name]: "" },
    });
    expect([name, answer.status]).toEqual([name, 422]);
  }
});

test("HEAD has the same headers as GET, except for the length", async () => {
  for (const path of ["/terms", "/login", "/api/picks", "/nowhere"]) {
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) => rawRequest(app.origin, path, { method, headers: { "Accept-Encoding": "gzip" } })),
    );
    const names = (answer: typeof head) =>
      [...(answer?.headers.keys() ?? [])].filter(
        (name) => !["content-length", "content-encoding", "transfer-encoding"].includes(name),
      );
    expect([path, head?.status, names(head), head?.body]).toEqual([path, get?.status, names(get), ""]);
  }
});

test.each([
  ["/api/x/../login", "GET", 405],
  ["/api/picks/.", "GET", 401],
  ["/terms/.", "GET", 200],
  ["/x/%2e%2e/terms", "GET", 200],
  ["/terms#a", "GET", 200],
  ["/x\\..\\terms", "GET", 200],
  ["/TERMS/", "GET", 200],
  ["//terms", "GET", 404],
])("%s is normalised like in the framework", async (path, method, status) => {
  expect((await rawRequest(app.origin, path, { method })).status).toBe(status);
});

test("HEAD of an API call has the Content-Length in bytes", async () => {
  const staff = await app.signedIn("admin");
  expect((await staff.call("POST", "/api/sidebar", { notes: "Só é – 🏀" })).status).toBe(200);
  const [head, get] = await Promise.all(["HEAD", "GET"].map((method) => staff.fetch("/api/sidebar", { method })));
  expect(head?.headers.get("content-length")).toBe(String((await get?.arrayBuffer())?.byteLength));
});

test.each([
  ["a form", "/login"],
  ["an API call", "/api/login"],
])("a client that disconnects while sending %s is not an error", async (_what, path) => {
  const { hostname, port, host } = new URL(app.origin);
  const socket = connect(Number(port), hostname, () =>
    socket.end(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
    ),
  );
  await vi.waitFor(() => expect(app.output()).toMatch(new RegExp(`"route":"${path}","status":null`)), soon);
  expect(complaints(app)).toEqual([]);
});

test("keep-alive is longer than the 30 seconds between two list refreshes", async () => {
  const { headers } = await fetch(`${app.origin}/terms`);
  expect(headers.get("keep-alive")).toBe("timeout=40");
});

test("an HTTP/1.0 client gets Connection: keep-alive", async () => {
  const { host } = new URL(app.origin);
  const { headers } = await sendRaw(
    app.origin,
    `GET /api/picks HTTP/1.0\r\nHost: ${host}\r\nConnection: keep-alive\r\n\r\nGET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  expect(headers.get("connection")).toBe("keep-alive");
});

// Node alone checks for such connections only every 30 seconds.
test("unfinished request headers time out after ten seconds", async () => {
  const { hostname, port, host } = new URL(app.origin);
  const socket = connect(Number(port), hostname, () =>
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Half: `),
  ).setTimeout(20_000, () => socket.destroy());
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
});
