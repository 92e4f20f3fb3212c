import type { LoaderFunctionArgs } from "@remix-run/node";
import { auditCsv } from "../downloads/audit-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { listAuditForFile } from "../models/trail/audit-list.server.ts";

export const loader = (args: LoaderFunctionArgs) => download(args, listAuditForFile, auditCsv, () => "audit.csv");
export const action = () => refuseForm();
