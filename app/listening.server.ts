import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";

/** Does it to the server as soon as it listens, before its first connection. By a documented event of Node's: remix-serve makes the server. */
export function whenListening(act: (server: Server) => void): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    if (isListening(message) && message.server instanceof Server) act(message.server);
  });
}

function isListening(message: unknown): message is { server: unknown } {
  return typeof message === "object" && message !== null && "server" in message;
}
