import { endpoint, lists } from "../doors/api.server.ts";
import { auditEntry } from "../doors/shapes.server.ts";
import { listAudit } from "../models/trail/audit-list.server.ts";

export const { loader, action } = endpoint("/api/audit", { GET: lists("List the audit trail", listAudit, auditEntry) });
