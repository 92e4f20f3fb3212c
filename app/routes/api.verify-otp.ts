import { carriesOut, endpoint } from "../doors/api.server.ts";
import { resetPassword } from "../models/reset-code.server.ts";

export const { loader, action } = endpoint("/api/verify-otp", { POST: carriesOut(resetPassword) });
