import { carriesOut, endpoint } from "../doors/api.server.ts";
import { resetPassword } from "../models/sign-in/reset-code.server.ts";

export const { loader, action } = endpoint("/api/verify-otp", {
  POST: carriesOut("Set a new password with a code", resetPassword),
});
