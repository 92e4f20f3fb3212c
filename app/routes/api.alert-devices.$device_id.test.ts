import { carriesOut, endpoint } from "../http/api.server.ts";
import { testOwnDevice } from "../models/alerts/push-device.server.ts";

export const { loader, action } = endpoint("/api/alert-devices/{device_id}/test", {
  POST: carriesOut("Send a test alert to one of your devices", testOwnDevice),
});
