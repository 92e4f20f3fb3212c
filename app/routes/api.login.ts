import { endpoint, signsIn } from "../http/api.server.ts";

export const { loader, action } = endpoint("/api/login", { POST: signsIn });
