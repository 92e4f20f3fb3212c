import { carriesOut, endpoint } from "../http/api.server.ts";
import { revokeKey } from "../models/keys/key-manager.server.ts";

export const { loader, action } = endpoint("/api/keys/{id}", {
  DELETE: carriesOut("Revoke a key", revokeKey),
});
