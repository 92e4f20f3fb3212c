import { carriesOut, endpoint } from "../http/api.server.ts";
import { logPurchase } from "../models/people/sign-up.server.ts";

export const { loader, action } = endpoint("/api/log-purchase", {
  POST: carriesOut("Report a purchase (already booked by the sign-up)", logPurchase),
});
