/** One connection carries many requests: whatever became of one, the next is answered. */
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
const own = () => ({ ...form, Origin: app.origin });
const [length, first] = [2_000_000, 100_000];

test.each([
  ["too long a form", 413, "/login", own],
  ["a form from elsewhere", 403, "/login", () => ({ ...form, Origin: "https://evil.test" })],
  ["a call from elsewhere", 403, "/api/login", () => ({ ...form, Origin: "https://evil.test" })],
  ["a form for a page that has none", 405, "/pricing", own],
  ["a form for nothing", 404, "/nowhere", own],
  ["a call for nothing", 404, "/api/nowhere", own],
])("%s is refused while it still comes, and the next request on that connection is answered", async (_what, status, path, headers) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sent = request(`${app.origin}${path}`, { agent, method: "POST", headers: { ...headers(), "Content-Length": length } });
  sent.write("x".repeat(first));
  const [refused] = await once(sent, "response");
  const port = sent.socket?.localPort;
  await once(refused.resume(), "end");
  sent.end("x".repeat(length - first));
  const next = request(`${app.origin}/healthz`, { agent }).end();
  const [answer] = await once(next, "response");
  await once(answer.resume(), "end");
  expect([refused.statusCode, answer.statusCode, next.socket?.localPort]).toEqual([status, 200, port]);
  agent.destroy();
});

test("a header that says nothing counts as none", async () => {
  for (const name of ["Origin", "Sec-Fetch-Site", "Cookie", "Authorization"]) {
    const answer = await rawRequest(app.origin, "/login", { method: "POST", headers: { ...own(), "Content-Length": "0", [name]: "" } });
    expect([name, answer.status]).toEqual([name, 422]);
  }
});

test("HEAD says what GET says, but for its length and its body", async () => {
  for (const path of ["/terms", "/login", "/api/picks", "/nowhere"]) {
    const [head, get] = await Promise.all(["HEAD", "GET"].map((method) => rawRequest(app.origin, path, { method, headers: { "Accept-Encoding": "gzip" } })));
    const names = (answer: typeof head) => [...(answer?.headers.keys() ?? [])].filter((name) => !["content-length", "content-encoding", "transfer-encoding"].includes(name));
    expect([path, head?.status, names(head), head?.body]).toEqual([path, get?.status, names(get), ""]);
  }
});

test.each([
  ["/api/x/../login", "GET", 405], ["/api/picks/.", "GET", 401], ["/terms/.", "GET", 200], ["/x/%2e%2e/terms", "GET", 200], ["/terms#a", "GET", 200], ["/x\\..\\terms", "GET", 200], ["/TERMS/", "GET", 200], ["//terms", "GET", 404],
])("%s is read as the framework reads it", async (path, method, status) => {
  expect((await rawRequest(app.origin, path, { method })).status).toBe(status);
});

test("HEAD tells the length of a call's answer in bytes", async () => {
  const staff = await app.signedIn("admin");
  expect((await staff.call("POST", "/api/sidebar", { notes: "Só é – 🏀" })).status).toBe(200);
  const [head, get] = await Promise.all(["HEAD", "GET"].map((method) => staff.fetch("/api/sidebar", { method })));
  expect(head?.headers.get("content-length")).toBe(String((await get?.arrayBuffer())?.byteLength));
});

test.each([["a form", "/login"], ["a call", "/api/login"]])("whoever leaves in the middle of %s is no failure of the server", async (_what, path) => {
  const { hostname, port, host } = new URL(app.origin);
  const socket = connect(Number(port), hostname, () => socket.end(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`));
  await vi.waitFor(() => expect(app.output()).toMatch(new RegExp(`"route":"${path}","status":null`)), soon);
  expect(complaints(app)).toEqual([]);
});

test("a connection outlives the half minute between two refreshes of a list", async () => {
  const { headers } = await fetch(`${app.origin}/terms`);
  expect(headers.get("keep-alive")).toBe("timeout=40");
});

test("a client of HTTP/1.0, to which that is news, hears that its connection stays open", async () => {
  const { host } = new URL(app.origin);
  const { headers } = await sendRaw(app.origin, `GET /api/picks HTTP/1.0\r\nHost: ${host}\r\nConnection: keep-alive\r\n\r\nGET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(headers.get("connection")).toBe("keep-alive");
});

// Left to itself Node looks for such connections every 30 seconds, the first time 30 seconds after the start.
test("a head that never ends is cut after its ten seconds", async () => {
  const { hostname, port, host } = new URL(app.origin);
  const socket = connect(Number(port), hostname, () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Half: `)).setTimeout(20_000, () => socket.destroy());
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
});
