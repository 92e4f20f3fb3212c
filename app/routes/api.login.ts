import { endpoint, signsIn } from "../api.server.ts";

export const { loader, action } = endpoint("/api/login", { POST: signsIn });
