import { endpoint } from "../doors/api.server.ts";

export const { loader, action } = endpoint("/api/*", {});
