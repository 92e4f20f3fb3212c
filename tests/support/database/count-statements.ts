/** Preloaded into a server under test: the X-Statements header counts the SQL statements of each request. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import { onStatement } from "./ran-statements.ts";

// Per request, because the outbox job queries at the same time.
const current = new AsyncLocalStorage<{ statements: number }>();

onStatement(() => {
  const counter = current.getStore();
  if (counter) counter.statements += 1;
});

subscribe("http.server.request.start", (message) => {
  if (typeof message !== "object" || message === null || !("response" in message)) return;
  const { response } = message;
  if (!(response instanceof ServerResponse)) return;
  const counter = { statements: 0 };
  current.enterWith(counter);
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, args) {
      response.setHeader("X-Statements", counter.statements);
      return Reflect.apply(writeHead, self, args);
    },
  });
});
