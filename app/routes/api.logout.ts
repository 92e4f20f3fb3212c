import { endpoint, signsOut } from "../api.server.ts";

export const { loader, action } = endpoint("/api/logout", { POST: signsOut });
