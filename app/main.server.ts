/**
 * The server's main module: the framework's build for remix-serve, and what answers pages and calls before remix-serve's own chain of
 * handlers would (docs/decisions/009).
 */
import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { answerWith } from "./exchange.server.ts";
import { handlersOf } from "./route-handlers.server.ts";

export * from "@remix-run/dev/server-build";

// In development remix-serve takes each new build over, and this one would stay.
if (build.mode === "production") subscribe("tracing:net.server.listen:asyncStart", (message) => {
  if (isListening(message) && message.server instanceof Server) answerFirst(message.server);
});

/** Pages and calls are answered here; the files, which have no pattern but their name, stay remix-serve's. */
function answerFirst(server: Server): void {
  const handlerOf = handlersOf(build);
  const others = server.listeners("request");
  server.removeAllListeners("request").on("request", (request, response) => {
    const handler = handlerOf(String(request.headers["x-route-pattern"]));
    if (handler) void answerWith(handler, request, response);
    else for (const listener of others) Reflect.apply(listener, server, [request, response]);
  });
}

function isListening(message: unknown): message is { server: unknown } {
  return typeof message === "object" && message !== null && "server" in message;
}
