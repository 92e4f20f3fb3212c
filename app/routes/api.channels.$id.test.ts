import { carriesOut, endpoint } from "../http/api.server.ts";
import { testChannel } from "../models/alerts/channel-manager.server.ts";

export const { loader, action } = endpoint("/api/channels/{id}/test", {
  POST: carriesOut("Send a test message to a channel", testChannel),
});
