import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { setTimeout as passed } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type App, startApp } from "../support/app/app.ts";
import { record } from "./table.ts";

const ends: (() => Promise<void>)[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(): Promise<App> {
  const app = await startApp();
  ends.push(app.stop);
  return app;
}

async function openSocket({ origin }: App, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  sockets.push(socket.on("error", () => undefined));
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

const halfSent = ({ origin }: App) =>
  `POST /login HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=`;

test("half-sent bodies delay a stop by at most ten seconds, and complete requests are still answered", async () => {
  const app = await start();
  for (let index = 0; index < 20; index += 1) await openSocket(app, halfSent(app));
  const body = JSON.stringify({ email: "nobody@example.test" });
  const head = `POST /api/request-otp HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\nOrigin: ${app.origin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
  const others = await Promise.all(Array.from({ length: 10 }, () => openSocket(app, head)));
  for (const other of others) expect(String(await once(other, "data"))).toContain("100 Continue");
  const began = performance.now();
  const stopped = app.end();
  await passed(200);
  const answers = await Promise.all(
    others.map(async (other) => {
      const answer = once(other, "data");
      other.write(body);
      return Number(/^HTTP\/1\.1 (\d+)/.exec(String(await answer))?.[1]);
    }),
  );
  await stopped;
  const took = performance.now() - began;
  record({ fault: "half-sent bodies at SIGTERM", rounds: 1, outageMs: took });
  expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  expect(took).toBeLessThan(11_500);
});

test.each(["headers", "bodies"])(
  "with five hundred sockets that drip their %s, the home page loads in under a second",
  async (what) => {
    const app = await start();
    await app.client().text("/");
    const slow = await Promise.all(
      Array.from({ length: 500 }, () =>
        openSocket(app, what === "headers" ? `GET / HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\n` : halfSent(app)),
      ),
    );
    const dripping = setInterval(
      () => slow.forEach((socket) => socket.writable && socket.write(what === "headers" ? "X-A: b\r\n" : "a")),
      500,
    );
    ends.push(async () => clearInterval(dripping));
    const times: number[] = [];
    for (let visit = 0; visit < 10; visit += 1) {
      const began = performance.now();
      expect((await app.client().get("/")).status).toBe(200);
      times.push(performance.now() - began);
      await passed(200);
    }
    const [, , , , , median = 0] = times.sort((one, other) => one - other);
    record({ fault: `500 sockets that drip ${what}`, rounds: 10, outageMs: times.at(-1) });
    expect(median).toBeLessThan(1000);
  },
);
