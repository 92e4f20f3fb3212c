import { endpoint, signsIn } from "../doors/api.server.ts";

export const { loader, action } = endpoint("/api/login", { POST: signsIn });
