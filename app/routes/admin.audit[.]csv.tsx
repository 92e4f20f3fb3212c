import type { LoaderFunctionArgs } from "@remix-run/node";
import { auditCsv } from "../csv/audit-csv.ts";
import { refuseForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { readAudit } from "../models/trail/audit-list.server.ts";

export const loader = (args: LoaderFunctionArgs) => download(args, readAudit, auditCsv, () => "audit.csv");
export const action = () => refuseForm();
