/** A stand-in for a push service, on loopback: it checks what real ones check (RFC 8030 and 8292), and decrypts what browsers do (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";

/** "cut" reads the message and breaks off without an answer. */
export type PushAnswer = { status: number; retryAfter?: string } | "cut";

export interface ReceivedPush {
  device: string;
  /** The decrypted text. */
  text: string;
  headers: IncomingMessage["headers"];
  /** The claims of its signature. */
  claims: { aud: string; exp: number; sub: string };
}

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushService {
  origin: string;
  /** A browser subscribes. With a public key its messages must be signed by it, else by any key. */
  subscribe: (publicKey?: string) => Subscription;
  /** All accepted messages, in their order. */
  received: ReceivedPush[];
  /** The number of all requests. */
  requests: number;
  /** What it answers instead of 201, by device; the function may await something. */
  answers: (device: string) => PushAnswer | null | Promise<PushAnswer | null>;
  close: () => void;
}

interface Device {
  keys: ECDH;
  auth: Buffer;
  publicKey: string | null;
}

const mostBytes = 4096;
const daySeconds = 86_400;

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const server = createServer((request, response) => {
    receive(service, devices, request)
      .catch((): PushAnswer => ({ status: 400 }))
      .then(
        (answer) => reply(answer, request, response),
        () => undefined,
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const service: PushService = {
    origin,
    received: [],
    requests: 0,
    answers: () => null,
    subscribe: (publicKey) => {
      const [name, keys, auth] = [randomBytes(16).toString("base64url"), createECDH("prime256v1"), randomBytes(16)];
      const p256dh = keys.generateKeys("base64url");
      devices.set(name, { keys, auth, publicKey: publicKey ?? null });
      return { endpoint: `${origin}/push/${name}`, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

async function receive(
  service: PushService,
  devices: Map<string, Device>,
  request: IncomingMessage,
): Promise<PushAnswer> {
  service.requests += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const name = (request.url ?? "").slice("/push/".length);
  const told = await service.answers(name);
  if (told !== null) return told;
  const device = devices.get(name);
  if (!device) return { status: 404 };
  const { authorization = "", ttl, topic = "" } = request.headers;
  const claims = claimsOf(authorization, device.publicKey);
  if (claims === null || claims.aud !== service.origin) return { status: 403 };
  if (ttl === undefined || !/^\d+$/.test(String(ttl)) || !/^[\w-]{0,32}$/.test(String(topic))) return { status: 400 };
  if (request.headers["content-encoding"] !== "aes128gcm") return { status: 415 };
  if (body.length > mostBytes) return { status: 413 };
  const text = decryptPush(body, device.keys, device.auth);
  service.received.push({ device: name, text, headers: request.headers, claims });
  return { status: 201 };
}

function reply(answer: PushAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (answer === "cut") return void request.socket.destroy();
  const { status, retryAfter } = answer;
  response.writeHead(status, retryAfter === undefined ? {} : { "Retry-After": retryAfter }).end();
}

/** Null when the signature, its key or its time are wrong (RFC 8292). */
function claimsOf(authorization: string, expectedKey: string | null): ReceivedPush["claims"] | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || (expectedKey !== null && key !== expectedKey)) return null;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signed = Buffer.from(`${header}.${claims}`);
  const dsa = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  if (!verify("sha256", signed, dsa, Buffer.from(signature, "base64url"))) return null;
  const { alg }: { alg: string } = JSON.parse(Buffer.from(header, "base64url").toString());
  const told: ReceivedPush["claims"] = JSON.parse(Buffer.from(claims, "base64url").toString());
  const now = Date.now() / 1000;
  if (alg !== "ES256" || told.exp <= now || told.exp > now + daySeconds) return null;
  return /^(?:mailto:\S+@|https:)/.test(told.sub) ? told : null;
}

/** RFC 8291, 3.4, and RFC 8188: one record. Throws when it was changed or is for another device. */
export function decryptPush(body: Buffer, keys: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const material = hkdfSync("sha256", keys.computeSecret(senderKey), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(material), salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12), { authTagLength: 16 });
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record's text ends with a 2 and zeros.
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("No end of the record");
  return padded.subarray(0, end).toString("utf8");
}
