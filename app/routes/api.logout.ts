import { endpoint, signsOut } from "../doors/api.server.ts";

export const { loader, action } = endpoint("/api/logout", { POST: signsOut });
