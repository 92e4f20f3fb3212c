import { endpoint, shows } from "../doors/api.server.ts";
import { ownSession } from "../doors/shapes.server.ts";
import { listOwnSessions } from "../models/sign-in/own-sessions.server.ts";

export const { loader, action } = endpoint("/api/sessions", {
  GET: shows("List your own sessions", listOwnSessions, ownSession.array()),
});
