import { endpoint } from "../doors/api.server.ts";
import { describesItself } from "../doors/openapi.server.ts";

export const { loader, action } = endpoint("/api/openapi.json", { GET: describesItself });
