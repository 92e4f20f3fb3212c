/**
 * Preloaded into a server under test: the X-Statements header counts the SQL statements of each request, X-Hashes the
 * passwords it hashed.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { onStatement } from "./ran-statements.ts";

// Per request, because the outbox job queries at the same time.
const current = new AsyncLocalStorage<{ statements: number; hashes: number }>();

onStatement(() => {
  const counter = current.getStore();
  if (counter) counter.statements += 1;
});

// Required, not imported: the server's code gets these replacements.
const argon2: Record<"hash" | "verify", (...values: unknown[]) => unknown> = createRequire(import.meta.url)(
  "@node-rs/argon2",
);
for (const name of ["hash", "verify"] as const) {
  const original = argon2[name];
  argon2[name] = (...values) => {
    const counter = current.getStore();
    if (counter) counter.hashes += 1;
    return original(...values);
  };
}

subscribe("http.server.request.start", (message) => {
  if (typeof message !== "object" || message === null || !("response" in message)) return;
  const { response } = message;
  if (!(response instanceof ServerResponse)) return;
  const counter = { statements: 0, hashes: 0 };
  current.enterWith(counter);
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, args) {
      response.setHeader("X-Statements", counter.statements);
      response.setHeader("X-Hashes", counter.hashes);
      return Reflect.apply(writeHead, self, args);
    },
  });
});
