import { endpoint, shows } from "../http/api.server.ts";
import { savedChannel } from "../http/alert-shapes.server.ts";
import { rotateSecret } from "../models/alerts/channel-manager.server.ts";

export const { loader, action } = endpoint("/api/channels/{id}/secret", {
  POST: shows("Make a new secret for a webhook; the one before stays valid for a day", rotateSecret, savedChannel),
});
