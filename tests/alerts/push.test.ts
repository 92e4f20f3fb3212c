import { createECDH } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type PushMessage, sendPush } from "../../app/alerts/push.server.ts";
import type { PushKeys } from "../../app/models/alerts/push-keys.server.ts";
import { type PushService, type Subscription, decryptPush, startPushService } from "../support/push-service.ts";

let service: PushService;
const keys = newKeys();
const message: PushMessage = {
  id: "m".repeat(43),
  title: "New pick",
  body: "Knicks +3.5 \u2022 \u{1F3C0}",
  url: "/dashboard",
  tag: "pick 7",
  closes: ["pick 5"],
};

beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.close());

function newKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  return { publicKey: pair.generateKeys("base64url"), privateKey: pair.getPrivateKey("base64url").padStart(43, "A") };
}

function send({ endpoint, keys: own }: Subscription, with_: PushKeys = keys, text: PushMessage = message) {
  const now = new Date();
  return sendPush({ endpoint, ...own }, text, { keys: with_, now, expiresAt: new Date(now.getTime() + 90_500) });
}

it("the stand-in decrypts the example of RFC 8291", () => {
  const device = createECDH("prime256v1");
  device.setPrivateKey("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url");
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  expect(decryptPush(Buffer.from(body, "base64url"), device, Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url"))).toBe(
    "When I grow up, I want to be a watermelon",
  );
});

it("a message arrives, encrypted for the device and signed by the site", async () => {
  const device = service.subscribe(keys.publicKey);
  expect(await send(device)).toEqual({ what: "accepted" });
  const [push] = service.received;
  expect(JSON.parse(push?.text ?? "")).toEqual(message);
  expect(push?.headers).toMatchObject({ ttl: "90", urgency: "high", topic: "m".repeat(32) });
  expect(push?.claims).toMatchObject({ aud: service.origin, sub: "mailto:support@simline.example" });
});

it("one signature serves all messages to a service, but not those of other keys", async () => {
  const [first, second, other] = [service.subscribe(), service.subscribe(), newKeys()];
  await send(first);
  await send(second);
  await send(second, other);
  const [a, b, c] = service.received.map(({ headers }) => headers.authorization);
  expect([a === b, a === c, c?.endsWith(other.publicKey)]).toEqual([true, false, true]);
});

it("a device that subscribed with another key refuses", async () => {
  expect(await send(service.subscribe(newKeys().publicKey))).toEqual({ what: "refused", reason: "403" });
});

it.each([
  [{ status: 201 }, { what: "accepted" }],
  [{ status: 404 }, { what: "gone" }],
  [{ status: 410 }, { what: "gone" }],
  [{ status: 400 }, { what: "refused", reason: "400" }],
  [{ status: 413 }, { what: "refused", reason: "413" }],
  [{ status: 301 }, { what: "refused", reason: "301" }],
  [
    { status: 429, retryAfter: "120" },
    { what: "later", reason: "429", retryAfterMs: 120_000 },
  ],
  [{ status: 500 }, { what: "later", reason: "500", retryAfterMs: null }],
  [
    { status: 503, retryAfter: "5" },
    { what: "later", reason: "503", retryAfterMs: 5000 },
  ],
])("the answer %o means %o", async (answer, result) => {
  service.answers = () => answer;
  expect(await send(service.subscribe())).toEqual(result);
});

it("a connection that breaks off may have delivered it, so it is tried again later", async () => {
  service.answers = () => "cut";
  expect(await send(service.subscribe())).toMatchObject({ what: "later", retryAfterMs: null });
});

it("nobody there is unreachable, and an address inside a network is refused", async () => {
  const device = service.subscribe();
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const address = free.address();
  free.close();
  await once(free, "close");
  const endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/push/a`;
  expect(await send({ ...device, endpoint })).toEqual({ what: "unreachable", reason: "ECONNREFUSED" });
  expect(await send({ ...device, endpoint: "https://10.0.0.1/push" })).toEqual({
    what: "refused",
    reason: "not-public",
  });
});

it("a text that is too long and keys that are none are refused", async () => {
  const device = service.subscribe();
  expect(await send(device, keys, { ...message, body: "x".repeat(4096) })).toEqual({ what: "refused", reason: "413" });
  expect(await send({ ...device, keys: { p256dh: "none", auth: "none" } })).toMatchObject({ what: "refused" });
  expect(service.received).toEqual([]);
});
