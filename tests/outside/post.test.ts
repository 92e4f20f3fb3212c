import { once } from "node:events";
import { type IncomingMessage, type RequestListener, type Server, createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type OutsideOptions, checkAddress, millisecondsOf, postOutside } from "../../app/outside/post.server.ts";

const servers: Server[] = [];
const message = { headers: { "Content-Type": "text/plain" }, body: "hello" };
const onlyPublic = { loopback: false };

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server.address())}`;
}

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === "object" ? address.port : 0;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A name server with these answers, one after the other; the last one repeats. */
function namesTo(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: NonNullable<OutsideOptions["resolve"]> = (name, _options, done) => {
    const found = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    done(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { asked, resolve };
}

describe("an answer", () => {
  it("has the status, the text and the pause that the other side asks for", async () => {
    const seen: unknown[] = [];
    const base = await serve(async (request, response) => {
      seen.push([request.method, request.url, request.headers["content-type"], await textOf(request)]);
      response.writeHead(429, { "Retry-After": "7" }).end("slow down");
    });
    expect(await postOutside(`${base}/a?b=c`, message)).toEqual({
      what: "answered",
      status: 429,
      retryAfterMs: 7000,
      body: "slow down",
    });
    expect(seen).toEqual([["POST", "/a?b=c", "text/plain", "hello"]]);
  });

  it("is read up to 64 KB", async () => {
    const base = await serve((_request, response) => response.end("x".repeat(1_000_000)));
    const answer = await postOutside(base, message);
    expect(answer.what === "answered" && [answer.status, answer.body.length]).toEqual([200, 64 * 1024]);
  });

  it("counts by its status, even when its text breaks off or never ends", async () => {
    const broken = await serve((_request, response) => {
      response.writeHead(201).write("par");
      setImmediate(() => response.destroy());
    });
    const endless = await serve((_request, response) => response.writeHead(201).write("par"));
    expect(await postOutside(broken, message)).toMatchObject({ what: "answered", status: 201 });
    expect(await postOutside(endless, message, { timeoutMs: 300 })).toMatchObject({ what: "answered", status: 201 });
  });

  it("is a redirect, which is not followed", async () => {
    const asked: string[] = [];
    const base = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    expect(await postOutside(`${base}/here`, message)).toMatchObject({ what: "answered", status: 302 });
    expect(asked).toEqual(["/here"]);
  });

  it("comes over one connection, time after time", async () => {
    const ports = new Set<number | undefined>();
    const base = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    for (let each = 0; each < 3; each += 1) await postOutside(base, message);
    expect(ports.size).toBe(1);
  });
});

it("of many at once over a few connections, each is cut alone that broke off", async () => {
  const base = await serve(async (request, response) => {
    if ((await textOf(request)) === "break") request.socket.destroy();
    else response.end();
  });
  const bodies = Array.from({ length: 130 }, (_, index) => (index > 100 ? "break" : "hello"));
  const found = await Promise.all(bodies.map((body) => postOutside(base, { ...message, body })));
  expect(new Set(found.slice(0, 101).map(({ what }) => what))).toEqual(new Set(["answered"]));
  expect(new Set(found.slice(101).map((each) => each.what === "failed" && each.reason))).toEqual(new Set(["cut"]));
});

describe("a failure", () => {
  it("is unreachable when nobody listens", async () => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = portOf(server.address());
    server.close();
    await once(server, "close");
    expect(await postOutside(`http://127.0.0.1:${port}`, message)).toEqual({
      what: "failed",
      reason: "unreachable",
      code: "ECONNREFUSED",
    });
  });

  it("is unreachable when the name is unknown, or TLS fails", async () => {
    const resolve: OutsideOptions["resolve"] = (_name, _options, done) =>
      done(Object.assign(new Error("gone.example"), { code: "ENOTFOUND" }), []);
    const plain = await serve((_request, response) => response.end());
    expect(await postOutside("https://gone.example", message, { ...onlyPublic, resolve })).toEqual({
      what: "failed",
      reason: "unreachable",
      code: "ENOTFOUND",
    });
    expect(await postOutside(plain.replace("http:", "https:"), message)).toMatchObject({ reason: "unreachable" });
  });

  it("is cut when the connection breaks or the answer is late: the other side may have it", async () => {
    const broken = await serve(async (request) => {
      await textOf(request);
      request.socket.destroy();
    });
    const silent = await serve(() => undefined);
    expect(await postOutside(broken, message)).toMatchObject({ what: "failed", reason: "cut" });
    expect(await postOutside(silent, message, { timeoutMs: 300 })).toEqual({
      what: "failed",
      reason: "cut",
      code: "ETIMEDOUT",
    });
  });
});

describe("addresses that are not public", () => {
  const refused = { what: "failed", reason: "not-public", code: "ENOTPUBLIC" };

  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/",
    "https://user:word@example.com/",
    "http://example.com/",
    "http://127.0.0.1/",
    "ftp://example.com/",
    "no address",
  ])("are not connected to: %s", async (address) =>
    expect(await postOutside(address, message, onlyPublic)).toEqual(refused),
  );

  it("are refused behind a name", async () => {
    const base = await serve((_request, response) => response.end());
    const port = new URL(base).port;
    for (const address of ["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fd00::1"]) {
      const names = namesTo([address]);
      expect(
        await postOutside(`https://inside.example:${port}`, message, { ...onlyPublic, resolve: names.resolve }),
      ).toEqual(refused);
      expect(names.asked).toEqual(["inside.example"]);
    }
  });

  it("are refused with loopback allowed, unless they are loopback", async () => {
    expect(await postOutside("https://10.0.0.1/", message, { loopback: true })).toEqual(refused);
    expect(
      await postOutside("https://inside.example/", message, {
        loopback: true,
        resolve: namesTo(["192.168.0.1"]).resolve,
      }),
    ).toEqual(refused);
  });

  it("are refused at the next connection of a name that was public before", async () => {
    const names = namesTo(["2000::1"], ["127.0.0.1"]);
    const options = { ...onlyPublic, resolve: names.resolve, timeoutMs: 200 };
    expect(await postOutside("https://changes.example:1", message, options)).not.toEqual(refused);
    expect(await postOutside("https://changes.example:1", message, options)).toEqual(refused);
    expect(names.asked.length).toBe(2);
  });

  it("are left out when a name has others: the name is asked once for a connection", async () => {
    const base = await serve((_request, response) => response.end());
    const names = namesTo(["10.0.0.1", "127.0.0.1"]);
    const address = base.replace("127.0.0.1", "localhost");
    expect(await postOutside(address, message, { loopback: true, resolve: names.resolve })).toMatchObject({
      status: 200,
    });
    expect(names.asked).toEqual(["localhost"]);
  });
});

it("a form is told what is wrong with an address", () => {
  expect(checkAddress("https://hooks.example/a", false)).toBeNull();
  expect(checkAddress("http://127.0.0.1:4000/a", true)).toBeNull();
  expect(checkAddress("http://hooks.example/a", true)).toBe("Enter a web address that begins with https://");
  expect(checkAddress("https://a:b@hooks.example/", false)).toBe("Enter the address without a user name or password.");
  expect(checkAddress("https://192.168.0.7/", false)).toBe(
    "Enter an address on the internet. This one is of a private network.",
  );
});

it("Retry-After is read in seconds and as a date", () => {
  const now = Date.parse("2026-11-21T15:00:00Z");
  expect(
    [undefined, "120", "Sat, 21 Nov 2026 15:01:00 GMT", "Sat, 21 Nov 2026 14:00:00 GMT", "soon"].map((text) =>
      millisecondsOf(text, now),
    ),
  ).toEqual([null, 120_000, 60_000, 0, null]);
});
