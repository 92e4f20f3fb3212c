import { creates, endpoint, shows } from "../http/api.server.ts";
import { operatorChannel, savedChannel } from "../http/alert-shapes.server.ts";
import { addChannel, listChannels } from "../models/alerts/channel-manager.server.ts";

export const { loader, action } = endpoint("/api/channels", {
  GET: shows("List the operator's channels", listChannels, operatorChannel.array()),
  POST: creates("Add a Discord or Telegram channel, or an outgoing webhook", addChannel, savedChannel),
});
