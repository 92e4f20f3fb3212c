import { carriesOut, endpoint } from "../http/api.server.ts";
import { removeOwnDevice } from "../models/alerts/push-device.server.ts";

export const { loader, action } = endpoint("/api/alert-devices/{device_id}", {
  DELETE: carriesOut("Switch alerts off for one of your devices", removeOwnDevice),
});
