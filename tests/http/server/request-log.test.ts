/** The log has one line per request, with no secrets and no personal data. */
import { connect } from "node:net";
import { beforeAll, expect, test, vi } from "vitest";
import { type App, type Client, startApp } from "../../support/app/app.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { rawRequest } from "../../support/app/raw.ts";
import { soon } from "../../support/soon.ts";
import { useApp } from "../../support/app/use-app.ts";

interface Line {
  time: string;
  level: string;
  id: string;
  method: string;
  route: string;
  status: number | null;
  ms: number;
  user: number | null;
}

// Its own: another file's last lines may come late.
const app = useApp(() => ({}), null);
let client: Client;
let user: { id: number; email: string };
beforeAll(async () => {
  user = await createUser(app.db, { role: "superadmin" });
  client = app.client();
  await client.signIn(user.email);
});

const lines = (): Line[] =>
  app
    .output()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("[remix-serve]"))
    .map((line) => JSON.parse(line));

async function lineOf(headers: Headers): Promise<Line> {
  const id = headers.get("x-request-id");
  expect(id).toMatch(/^[\w-]{12}$/);
  await vi.waitFor(() => expect(lines().some((line) => line.id === id)).toBe(true), soon);
  const found = lines().filter((line) => line.id === id);
  expect(found).toHaveLength(1);
  return found[0] ?? expect.fail();
}

test("a log line has the time, method, route, status, duration and user", async () => {
  const line = await lineOf((await client.get("/history?page=2&sport=NBA")).headers);
  expect(line).toEqual({
    time: expect.stringMatching(/^20\d\d-.*Z$/),
    level: "info",
    id: expect.any(String),
    method: "GET",
    route: "/history",
    status: 200,
    ms: expect.any(Number),
    user: user.id,
  });
  expect(line.ms).toBeGreaterThan(0);
});

test.each([
  ["a visitor's page", () => app.client().get("/"), { route: "/", status: 200, user: null }],
  ["a redirect", () => app.client().get("/dashboard"), { route: "/dashboard", status: 302, user: null }],
  [
    "a form post",
    () => client.post("/admin/picks", { game: "x" }),
    { method: "POST", route: "/admin/picks", status: 422 },
  ],
  [
    "an API call",
    () => client.call("DELETE", "/api/picks/999"),
    { method: "DELETE", route: "/api/picks/:id", status: 404 },
  ],
  ["a loader's data", () => client.get("/dashboard?_data=routes%2Fdashboard"), { route: "/dashboard", status: 200 }],
  ["a static file", () => app.client().get("/favicon.svg"), { route: "/favicon.svg", status: 200, user: null }],
  ["an unknown path", () => client.get("/nowhere/at-all/Q7x9"), { route: "/nowhere/at-all/:token", status: 404 }],
  ["a health check", () => client.get("/healthz"), { route: "/healthz", status: 200, user: null }],
  ["HEAD", () => client.fetch("/history", { method: "HEAD" }), { method: "HEAD", route: "/history", status: 200 }],
] as const)("%s is logged", async (_what, send, expected) => {
  expect(await lineOf((await send()).headers)).toMatchObject({
    ...expected,
    user: "user" in expected ? expected.user : user.id,
  });
});

test("a successful sign-in is logged with the user, a failed one without", async () => {
  const answers = [await app.client().signIn(user.email), await app.client().signIn(user.email, "wrong-horse-9")];
  const [right, wrong] = await Promise.all(answers.map(({ headers }) => lineOf(headers)));
  expect([right, wrong]).toMatchObject([
    { route: "/login", status: 303, user: user.id },
    { route: "/login", status: 401, user: null },
  ]);
});

test("a call with a bearer token is logged with the token's user", async () => {
  const { token }: { token: string } = await (
    await app.client().call("POST", "/api/login", { email: user.email, password: testPassword })
  ).json();
  const answer = await app.client().fetch("/api/picks", { headers: { Authorization: `Bearer ${token}` } });
  expect(await lineOf(answer.headers)).toMatchObject({ route: "/api/picks", status: 200, user: user.id });
});

test("requests with a wrong host, an unsupported method or a malformed URL are logged", async () => {
  const requests = [
    ["GET", "/", { Host: "evil.test" }, 421],
    ["FOO", "/", {}, 400],
    ["TRACE", "/", {}, 405],
    ["GET", "/%ff", {}, 404],
  ] as const;
  for (const [method, path, headers, status] of requests) {
    const answer = await rawRequest(app.origin, path, { method, headers });
    expect([method, answer.status]).toEqual([method, status]);
    // Node rejects an unknown method before it becomes a request.
    if (status !== 400) expect(await lineOf(answer.headers)).toMatchObject({ method, status });
  }
});

test("a client that disconnects before the response is logged without a status", async () => {
  const { host, hostname, port } = new URL(app.origin);
  const before = lines().filter(({ status }) => status === null).length;
  const socket = connect(Number(port), hostname, () =>
    socket.end(
      `POST /forgot-password HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=`,
    ),
  );
  await vi.waitFor(() => expect(lines().filter(({ status }) => status === null)).toHaveLength(before + 1), soon);
  expect(
    lines()
      .filter(({ status }) => status === null)
      .at(-1),
  ).toMatchObject({ method: "POST", route: "/forgot-password" });
});

test("a client can set neither the request id nor the route", async () => {
  const answer = await client.fetch("/history", {
    headers: { "X-Request-Id": "chosen", "X-Route-Pattern": "/chosen" },
  });
  expect(await lineOf(answer.headers)).toMatchObject({ route: "/history" });
  expect(app.output()).not.toContain("chosen");
});

test("a failure is logged as one error line with the request's id and the cause", async () => {
  await app.db.schema.alterTable("sidebar").renameTo("gone").execute();
  const answers = [await client.get("/admin/sidebar"), await client.call("GET", "/api/sidebar")];
  await app.db.schema.alterTable("gone").renameTo("sidebar").execute();
  const errors: unknown[] = app
    .errors()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(errors).toEqual([
    {
      time: expect.any(String),
      level: "error",
      id: answers[0]?.headers.get("x-request-id"),
      method: "GET",
      route: "/admin/sidebar",
      message: "The page failed",
      error: expect.stringMatching(
        /^(?:SqliteError: no such table: sidebar|error: relation "sidebar" does not exist)\n {4}at /,
      ),
    },
    {
      time: expect.any(String),
      level: "error",
      id: answers[1]?.headers.get("x-request-id"),
      method: "GET",
      route: "/api/sidebar",
      message: "The call failed",
      error: expect.stringMatching(/no such table|does not exist/),
    },
  ]);
  for (const answer of answers) expect(await lineOf(answer.headers)).toMatchObject({ status: 500, user: user.id });
});

test("no log line contains a secret, an email address, a query or a body", async () => {
  const id = await createAffiliate(app.db);
  const { page_token } = await app.db
    .selectFrom("affiliates")
    .select("page_token")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const person = await createUser(app.db);
  const visitor = app.client();
  const paths = [
    `/partners/${page_token}`,
    `/partners//${page_token}`,
    `/partners/${page_token}/months.csv`,
    `/unsubscribe/${page_token}`,
    `/nowhere/${page_token}`,
    `/login?secret=${page_token}`,
    `/%70artners/${page_token}?_data=x`,
  ];
  for (const path of paths) await visitor.get(path);
  await visitor.signIn(person.email);
  await visitor.post("/forgot-password", { email: person.email });
  await visitor.post("/verify-otp", { otp: "13579024", new_password: "battery-staple-9" });
  await visitor.post(`/unsubscribe/${page_token}`, {});
  const { headers } = await visitor.get("/nowhere");
  await lineOf(headers);
  const text = app.output() + app.errors();
  for (const word of [
    page_token,
    person.email,
    user.email,
    "13579024",
    "battery-staple",
    testPassword,
    "secret",
    "_data",
    "page=2",
    ...visitor.cookies.values(),
  ])
    expect(text).not.toContain(word);
  expect(app.output()).not.toMatch(/[?@]/);
});

test("the demo's log is plain text", async () => {
  const demo = await startApp({ DEMO: "1" });
  await demo.client().get("/history?page=2");
  await vi.waitFor(() => expect(demo.output()).toMatch(/^GET \/history 302 [\d.]+ ms$/m), soon);
  await demo.stop();
  expect(demo.output().trim().split("\n").slice(1)).toEqual([expect.stringMatching(/^GET /)]);
});

test("an untrusted proxy is warned about once, a trusted one never", async () => {
  const direct = await startApp({ TRUST_PROXY: "0" });
  const warnings = (server: App) =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes("TRUST_PROXY"));
  for (const address of ["203.0.113.5", "203.0.113.6"]) {
    for (const server of [direct, app]) await server.client().fetch("/", { headers: { "X-Forwarded-For": address } });
  }
  await direct.stop();
  expect(warnings(direct).map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), level: "warning", message: expect.stringContaining("set TRUST_PROXY=1") },
  ]);
  expect(warnings(app)).toEqual([]);
});
