/**
 * The server's main module: the framework's build for remix-serve, and what answers pages and calls before remix-serve's own chain of
 * handlers would (docs/decisions/009).
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { answerWith } from "./exchange.server.ts";
import { asksForBuildFile, sendBuildFile } from "./files.server.ts";
import { whenListening } from "./listening.server.ts";
import { handlersOf } from "./route-handlers.server.ts";

export * from "@remix-run/dev/server-build";

// In development remix-serve takes each new build over, and this one would stay.
if (build.mode === "production") whenListening(answerFirst);

/** Pages, calls and packed scripts are answered here; the other files, which have no pattern but their path, stay remix-serve's. */
function answerFirst(server: Server): void {
  const handlerOf = handlersOf(build);
  const others = server.listeners("request");
  const passOn = (...exchange: [IncomingMessage, ServerResponse]) => others.forEach((listener) => void Reflect.apply(listener, server, exchange));
  server.removeAllListeners("request").on("request", (request, response) => {
    const route = String(request.headers["x-route-pattern"]);
    const handler = handlerOf(route);
    if (handler) void answerWith(handler, request, response);
    else if (asksForBuildFile(route, request)) sendBuildFile(route, request, response).catch(() => passOn(request, response));
    else passOn(request, response);
  });
}
