import { carriesOut, endpoint } from "../http/api.server.ts";
import { resetPassword } from "../models/password-reset/reset-code.server.ts";

export const { loader, action } = endpoint("/api/verify-otp", {
  POST: carriesOut("Set a new password with a code", resetPassword),
});
