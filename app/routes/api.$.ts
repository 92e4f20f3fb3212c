import { endpoint } from "../http.server.ts";

export const { loader, action } = endpoint({});
