import { endpoint } from "../http/api.server.ts";
import { describesItself } from "../http/openapi.server.ts";

export const { loader, action } = endpoint("/api/openapi.json", { GET: describesItself });
