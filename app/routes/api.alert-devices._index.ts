import { creates, endpoint, shows } from "../http/api.server.ts";
import { ownDevice, ownDevices } from "../http/shapes.server.ts";
import { addOwnDevice, listOwnDevices } from "../models/alerts/push-device.server.ts";

export const { loader, action } = endpoint("/api/alert-devices", {
  GET: shows("List your devices with alerts", listOwnDevices, ownDevices),
  POST: creates("Switch alerts on for a browser", addOwnDevice, ownDevice),
});
