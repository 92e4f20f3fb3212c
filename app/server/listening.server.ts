import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";

// Importing a value from node:http reads all that it has, and one thing of it loads Node's whole fetch: 20 ms of a start.
const { Server: HttpServer } = process.getBuiltinModule("node:http");

/** Does it to the server as soon as it listens, before its first connection. By a documented event of Node's: remix-serve makes the server. */
export function whenListening(act: (server: Server) => void): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    if (isListening(message) && message.server instanceof HttpServer) act(message.server);
  });
}

function isListening(message: unknown): message is { server: unknown } {
  return typeof message === "object" && message !== null && "server" in message;
}
