import { carriesOut, endpoint } from "../doors/api.server.ts";
import { requestResetCode } from "../models/reset-code.server.ts";

export const { loader, action } = endpoint("/api/request-otp", { POST: carriesOut("Ask for a code to reset a password", requestResetCode) });
