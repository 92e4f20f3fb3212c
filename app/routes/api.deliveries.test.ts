import { carriesOut, endpoint } from "../http/api.server.ts";
import { sendTestMail } from "../models/deliveries/test-mail.server.ts";

export const { loader, action } = endpoint("/api/deliveries/test", {
  POST: carriesOut("Send a test mail to your own address", sendTestMail),
});
