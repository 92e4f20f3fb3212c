import { once } from "node:events";
import { type Server, type Socket, createServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { type App, startApp } from "../support/app/app.ts";
import { createUser, nextNumber, testPassword } from "../support/database/factories.ts";
import { startMailServer } from "../support/mail-server.ts";
import { freePort } from "../support/app/server.ts";
import { record } from "./table.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test.each(["down", "silent"])(
  "with a mail server that is %s, requests are answered in time and the mail is sent later, once",
  { timeout: 90_000 },
  async (how) => {
    const port = await freePort();
    const silent = how === "silent" ? await startSilentServer(port) : null;
    const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Simline <picks@simline.example>" });
    ends.push(app.stop);
    const { email } = await createUser(app.db);
    const times = [
      await timed(() => app.client().call("POST", "/api/request-otp", { email })),
      await timed(() => signUp(app)),
      await timed(() => app.client().get("/")),
    ];
    expect(times.map(({ status }) => status)).toEqual([200, 201, 200]);
    await silent?.end();
    const server = await startMailServer({ port });
    ends.push(server.stop);
    await vi.waitFor(
      async () =>
        expect((await app.db.selectFrom("outbox").select("state").execute()).map(({ state }) => state)).toEqual([
          "sent",
          "sent",
        ]),
      { timeout: 60_000, interval: 50 },
    );
    // The code, and the link that confirms the new address.
    expect(server.taken.map(({ to }) => to).sort()).toEqual([
      [expect.stringMatching(/^new\d+@example\.test$/)],
      [email],
    ]);
    const longest = Math.max(...times.map(({ ms }) => ms));
    record({ fault: `mail server ${how}`, rounds: 1, acknowledged: 3, lost: 0, outageMs: longest });
    expect(longest).toBeLessThan(2500);
  },
);

async function timed(request: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const { status } = await request();
  return { status, ms: performance.now() - began };
}

function signUp(app: App): Promise<Response> {
  return app.client().call("POST", "/api/signup", {
    name: "Jordan Test",
    phone: "555-0100",
    email: `new${nextNumber()}@example.test`,
    password: testPassword,
  });
}

async function startSilentServer(port: number): Promise<{ end: () => Promise<void> }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => sockets.push(socket.on("error", () => undefined))).listen(
    port,
    "127.0.0.1",
  );
  await once(server, "listening");
  return {
    end: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
