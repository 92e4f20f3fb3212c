import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { operatorChannel } from "../http/alert-shapes.server.ts";
import { changeChannel, removeChannel } from "../models/alerts/channel-manager.server.ts";

export const { loader, action } = endpoint("/api/channels/{id}", {
  PUT: shows("Change a channel", changeChannel, operatorChannel),
  DELETE: carriesOut("Remove a channel", removeChannel),
});
