import { endpoint, lists } from "../api.server.ts";
import { listAudit } from "../models/audit-list.server.ts";

export const { loader, action } = endpoint({ GET: lists(listAudit) });
