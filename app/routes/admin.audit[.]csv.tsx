import type { LoaderFunctionArgs } from "@remix-run/node";
import { auditCsv } from "../csv/audit-csv.ts";
import { download, noForm } from "../doors/http.server.ts";
import { readAudit } from "../models/audit-list.server.ts";

export const loader = (args: LoaderFunctionArgs) => download(args, readAudit, auditCsv, () => "audit.csv");
export const action = () => noForm();
