/** From Node's request to the framework's, and from its answer to Node's. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { ShownDocument } from "./documents.server.tsx";
import { logError } from "./log.server.ts";
import type { Packed } from "./packing.server.ts";
import { isText, packDocument, packText } from "./packing.server.ts";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Takes the rendered document, which is then not in the answer's body. */
    takeDocument?: (document: ShownDocument) => void;
  }
}

/** Answers; what the handler throws is logged and answered with 500. */
export async function answerWith(handler: RequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const documents: ShownDocument[] = [];
    const answer = await handler(requestOf(request, response), { takeDocument: (document) => void documents.push(document) });
    await send(answer, documents[0], request, response);
  } catch (error) {
    // Whoever left hears nothing any more.
    if (response.destroyed) return;
    logError("The request failed", error);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

function requestOf(request: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", headers, url = "/" } = request;
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  const init: RequestInit = { method, headers: headersOf(headers), signal: left.signal };
  if (method === "GET" || method === "HEAD") return new Request(`http://${headers.host}${url}`, init);
  return new Request(`http://${headers.host}${url}`, { ...init, body: createReadableStreamFromReadable(request), duplex: "half" });
}

function headersOf(sent: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(sent)) {
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}

async function send(answer: Response, document: ShownDocument | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  if (request.method === "HEAD" || !(document || answer.body)) return void response.end();
  const { body, encoding } = await bodyOf(answer, document, request, response);
  if (encoding !== null) response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length).end(body);
}

async function bodyOf(answer: Response, document: ShownDocument | undefined, request: IncomingMessage, response: ServerResponse): Promise<Packed> {
  if (isText(answer.headers.get("Content-Type") ?? "")) response.appendHeader("Vary", "Accept-Encoding");
  if (document) return packDocument(document, request);
  const body = Buffer.from(await answer.arrayBuffer());
  return isText(answer.headers.get("Content-Type") ?? "") ? packText(body, request) : { body, encoding: null };
}
