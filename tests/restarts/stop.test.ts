import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { type App, startApp } from "../support/app/app.ts";
import { costlyPasswordHash, createUser, testPassword } from "../support/database/factories.ts";
import { soon } from "../support/soon.ts";

const apps: App[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.stop();
});

async function start(): Promise<App> {
  const app = await startApp();
  apps.push(app);
  return app;
}

async function open(
  app: App,
  bytes: string,
): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> {
  const { hostname, port, host } = new URL(app.origin);
  const parts: Buffer[] = [];
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("data", (part: Buffer) => parts.push(part));
  socket.on("error", () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve) => socket.write(bytes.replaceAll("HOST", host), () => resolve()));
  return { socket, received: () => Buffer.concat(parts).toString(), closed };
}

async function timeToStop(app: App): Promise<number> {
  const began = performance.now();
  await app.end();
  return performance.now() - began;
}

const waitUntilRefusing = (app: App) => vi.waitFor(() => expect(fetch(app.origin)).rejects.toThrow(), soon);

test("an idle server exits at once with 0 and leaves its database in one file", async () => {
  const app = await start();
  await app.signedIn("user");
  expect(statSync(`${app.path}-wal`).size).toBeGreaterThan(0);
  expect(await timeToStop(app)).toBeLessThan(2000);
  expect([app.code(), app.errors().trim()]).toEqual([0, ""]);
  // The WAL may still exist because this test has the file open, but it is empty.
  expect(existsSync(`${app.path}-wal`) ? statSync(`${app.path}-wal`).size : 0).toBe(0);
});

test("a server that had no request exits with 0", async () => {
  const app = await start();
  expect(await timeToStop(app)).toBeLessThan(2000);
  expect(app.code()).toBe(0);
});

test("running sign-ins are answered, and new connections are refused", async () => {
  const app = await start();
  const people = await Promise.all(Array.from({ length: 40 }, () => createUser(app.db)));
  await app.db.updateTable("users").set({ password_hash: costlyPasswordHash }).execute();
  // One address may have only thirty sign-ins running.
  const running = await Promise.all(people.map(({ email }, index) => open(app, signIn(email, `192.0.2.${index}`))));
  // Connections are accepted in order: once this one is answered, the server has all the others.
  expect((await app.client().get("/healthz")).status).toBe(200);
  const waiting = running.filter(({ received }) => received() === "").length;
  const stop = timeToStop(app);
  await waitUntilRefusing(app);
  await Promise.all(running.map(({ closed }) => closed));
  expect(waiting).toBeGreaterThan(5);
  expect(await stop).toBeLessThan(9000);
  expect(running.map(({ received }) => received().slice(0, 12))).toEqual(running.map(() => "HTTP/1.1 303"));
  expect([(await app.db.selectFrom("sessions").select("id").execute()).length, app.code()]).toEqual([people.length, 0]);
});

test("idle connections and unfinished headers or bodies are closed", async () => {
  const app = await start();
  const keptAlive = await open(app, "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n");
  await vi.waitFor(() => expect(keptAlive.received()).toContain("ok"), soon);
  const halfHeader = await open(app, "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\nGET / HTTP/1.1\r\nHost: HO");
  await vi.waitFor(() => expect(halfHeader.received()).toContain("ok"), soon);
  const waiting = [
    keptAlive,
    halfHeader,
    await open(app, ""),
    await open(app, "GET / HTTP/1.1\r\nHost: HO"),
    await open(
      app,
      "POST /login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=a",
    ),
    await open(
      app,
      'POST /api/login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n',
    ),
  ];
  expect((await app.client().get("/healthz")).status).toBe(200);
  expect(await timeToStop(app)).toBeLessThan(5000);
  await Promise.all(waiting.map(({ closed }) => closed));
  expect(waiting.slice(2).map(({ received }) => received())).toEqual(["", "", "", ""]);
  expect([app.code(), app.errors().trim()]).toEqual([0, ""]);
});

test("a body that arrives in time is still answered", async () => {
  const app = await start();
  const { email } = await createUser(app.db);
  const late = await open(app, signIn(email).slice(0, -9));
  expect((await app.client().get("/healthz")).status).toBe(200);
  const stop = timeToStop(app);
  await waitUntilRefusing(app);
  late.socket.write(signIn(email).slice(-9));
  await Promise.all([late.closed, stop]);
  expect([late.received().slice(0, 12), /\r\nConnection: close\r\n/i.test(late.received()), app.code()]).toEqual([
    "HTTP/1.1 303",
    true,
    0,
  ]);
});

test("a request on an open connection is still answered, with Connection: close", async () => {
  const app = await start();
  const late = await Promise.all([open(app, ""), open(app, "")]);
  expect((await app.client().get("/healthz")).status).toBe(200);
  const stop = timeToStop(app);
  await waitUntilRefusing(app);
  for (const [index, path] of ["/terms", "/api/picks"].entries())
    late[index]?.socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\n\r\n`);
  await Promise.all([...late.map(({ closed }) => closed), stop]);
  expect(late.map(({ received }) => [received().slice(0, 12), /\r\nConnection: close\r\n/i.test(received())])).toEqual([
    ["HTTP/1.1 200", true],
    ["HTTP/1.1 401", true],
  ]);
});

test("a slow reader gets its response, and a client that reads nothing is dropped after ten seconds", async () => {
  const app = await start();
  const [address = ""] = /\/build\/manifest-\w+\.js/.exec(await app.client().text("/login")) ?? [];
  // More than the socket buffer holds for a client that reads nothing.
  const requests = `GET ${address} HTTP/1.1\r\nHost: HOST\r\nAccept-Encoding: identity\r\n\r\n`.repeat(100);
  const [slow, stalled] = [await open(app, requests), await open(app, requests)];
  slow.socket.pause();
  stalled.socket.pause();
  let [sent, before] = [0, -1];
  await vi.waitUntil(
    () => {
      [before, sent] = [sent, app.output().split(address).length - 1];
      return sent > 0 && sent === before;
    },
    { ...soon, interval: 200 },
  );
  const stop = timeToStop(app);
  await waitUntilRefusing(app);
  slow.socket.resume();
  await slow.closed;
  // Its remaining requests are dropped, and so is unsent data in the socket buffer.
  expect(slow.received()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await stop).toBeLessThan(15_000);
  expect([app.code(), app.errors().trim()]).toEqual([0, ""]);
});

function signIn(email: string, address = "192.0.2.200"): string {
  const body = new URLSearchParams({ email, password: testPassword }).toString();
  return `POST /login HTTP/1.1\r\nHost: HOST\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
