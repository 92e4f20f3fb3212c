import { endpoint, lists } from "../http/api.server.ts";
import { auditEntry } from "../http/shapes.server.ts";
import { listAudit } from "../models/trail/audit-list.server.ts";

export const { loader, action } = endpoint("/api/audit", { GET: lists("List the audit trail", listAudit, auditEntry) });
