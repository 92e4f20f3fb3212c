/** From Node's request to the framework's, and from its answer to Node's. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { unexpected } from "../doors/answers.server.ts";
import type { ShownDocument } from "../documents/kept-documents.server.ts";
import { logError } from "../log.server.ts";
import type { Packed } from "../documents/packing.server.ts";
import { isText, packDocument, packText } from "../documents/packing.server.ts";

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
    const packed = request.method === "HEAD" ? null : await bodyOf(answer, documents[0], request);
    sendHead(answer, response);
    sendBody(packed, response);
  } catch (error) {
    // Whoever left hears nothing any more.
    if (response.destroyed) return;
    logError("The request failed", error);
    if (response.headersSent) response.destroy();
    else response.writeHead(unexpected).end();
  } finally {
    letRunOut(request);
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
  for (const name in sent) {
    const value = sent[name];
    // One that says nothing counts as none.
    for (const each of typeof value === "string" ? [value] : (value ?? [])) if (each) headers.append(name, each);
  }
  return headers;
}

/** Null where there is none. */
async function bodyOf(answer: Response, document: ShownDocument | undefined, request: IncomingMessage): Promise<Packed | null> {
  if (document) return packDocument(document, request);
  if (!answer.body) return null;
  const body = Buffer.from(await answer.arrayBuffer());
  return isText(answer.headers) ? packText(body, request) : { body, encoding: null };
}

function sendHead({ status, statusText, headers }: Response, response: ServerResponse): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (isText(headers)) response.appendHeader("Vary", "Accept-Encoding");
  response.statusCode = status;
  response.statusMessage = statusText;
}

function sendBody(packed: Packed | null, response: ServerResponse): void {
  if (!packed) return void response.end();
  if (packed.encoding !== null) response.setHeader("Content-Encoding", packed.encoding);
  response.setHeader("Content-Length", packed.body.length).end(packed.body);
}

/** What is left of a body that was refused is read and dropped, or the next request on this connection would wait behind it for ever. */
function letRunOut(request: IncomingMessage): void {
  if (!request.complete) request.removeAllListeners("data").resume();
}
