/** Preloaded into a server under test (NODE_OPTIONS): each answer says in X-Statements how many statements its request sent to SQLite. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import { onStatement } from "./ran-statements.ts";

// By request, since the server looks for waiting mail meanwhile.
const current = new AsyncLocalStorage<{ statements: number }>();

onStatement(() => {
  const counted = current.getStore();
  if (counted) counted.statements += 1;
});

subscribe("http.server.request.start", (message) => {
  if (typeof message !== "object" || message === null || !("response" in message)) return;
  const { response } = message;
  if (!(response instanceof ServerResponse)) return;
  const counted = { statements: 0 };
  current.enterWith(counted);
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, words) {
      response.setHeader("X-Statements", counted.statements);
      return Reflect.apply(writeHead, self, words);
    },
  });
});
