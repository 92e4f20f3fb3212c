import { endpoint, signsOut } from "../http/api.server.ts";

export const { loader, action } = endpoint("/api/logout", { POST: signsOut });
