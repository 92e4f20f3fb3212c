import { endpoint } from "../http/api.server.ts";

export const { loader, action } = endpoint("/api/*", {});
