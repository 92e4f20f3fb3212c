import { endpoint } from "../api.server.ts";
import { describesItself } from "../openapi.server.ts";

export const { loader, action } = endpoint("/api/openapi.json", { GET: describesItself });
