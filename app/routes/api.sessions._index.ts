import { endpoint, shows } from "../http/api.server.ts";
import { ownSession } from "../http/shapes.server.ts";
import { listOwnSessions } from "../models/sign-in/own-sessions.server.ts";

export const { loader, action } = endpoint("/api/sessions", {
  GET: shows("List your own sessions", listOwnSessions, ownSession.array()),
});
