/** Preloaded into a server under test (NODE_OPTIONS): each answer says in X-Statements how many statements its request sent to SQLite. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import BetterSqlite3 from "better-sqlite3";

// By request, since the server looks for waiting mail meanwhile.
const current = new AsyncLocalStorage<{ statements: number }>();

// Kysely prepares each statement for each time that it runs it.
BetterSqlite3.prototype.prepare = new Proxy(BetterSqlite3.prototype.prepare, {
  apply(prepare, database, words) {
    const counted = current.getStore();
    if (counted) counted.statements += 1;
    return Reflect.apply(prepare, database, words);
  },
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
