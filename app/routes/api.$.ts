import { endpoint } from "../api.server.ts";

export const { loader, action } = endpoint("/api/*", {});
