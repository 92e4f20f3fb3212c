import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AuditPage } from "../components/trail/audit-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readAuditPage } from "../models/trail/audit-list.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Audit");
export const loader = (args: LoaderFunctionArgs) => page(args, readAuditPage, "staff");
export const action = () => refuseForm();

export default function Audit() {
  return <AuditPage view={useLoaderData<typeof loader>()} />;
}
