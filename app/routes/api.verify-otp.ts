import { carriesOut, endpoint } from "../api.server.ts";
import { resetPassword } from "../models/reset-code.server.ts";

export const { loader, action } = endpoint({ POST: carriesOut(resetPassword) });
