/** Requests that fetch() refuses to send, written byte by byte to a socket. */
import { connect } from "node:net";

export interface RawAnswer {
  /** 0 when the server closed the connection without an answer. */
  status: number;
  headers: Headers;
  /** The body as sent: with chunked transfer it includes the chunk sizes. */
  body: string;
}

const timeoutMs = 5000;

/** Sends one byte per character and reads until the server closes, so send `Connection: close`. */
export function sendRaw(origin: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.on("data", (chunk: Buffer) => received.push(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(parse(Buffer.concat(received).toString("utf8")));
    });
  });
}

export function rawRequest(
  origin: string,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<RawAnswer> {
  const lines = Object.entries({ Host: new URL(origin).host, Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return sendRaw(origin, `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

export function rawChunked(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  chunks: readonly string[],
): Promise<RawAnswer> {
  const lines = Object.entries({
    Host: new URL(origin).host,
    Connection: "close",
    "Transfer-Encoding": "chunked",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("");
  return sendRaw(origin, `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}0\r\n\r\n`);
}

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [start = "", ...lines] = text.slice(0, end === -1 ? undefined : end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? 0),
    headers,
    body: end === -1 ? "" : text.slice(end + 4),
  };
}
