import { asksForCode, endpoint } from "../http/api.server.ts";

export const { loader, action } = endpoint("/api/request-otp", { POST: asksForCode }, { cookies: ["reset-token"] });
