import { carriesOut, endpoint } from "../http/api.server.ts";
import { endOwnSession } from "../models/sign-in/own-sessions.server.ts";

export const { loader, action } = endpoint("/api/sessions/{session_id}", {
  DELETE: carriesOut("End one of your own sessions", endOwnSession),
});
