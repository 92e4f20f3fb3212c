import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StatusPage } from "../components/status/status-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readStatusPage } from "../models/status/status.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Status");
export const loader = (args: LoaderFunctionArgs) => page(args, readStatusPage, "staff");
export const action = () => refuseForm();

export default function StatusRoute() {
  return <StatusPage view={useLoaderData<typeof loader>()} />;
}
