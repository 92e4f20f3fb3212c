import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OverviewPage } from "../components/overview/overview-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readOverviewPage } from "../models/overview/overview.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Overview");
export const loader = (args: LoaderFunctionArgs) => page(args, readOverviewPage, "staff");
export const action = () => refuseForm();

export default function OverviewRoute() {
  return <OverviewPage view={useLoaderData<typeof loader>()} />;
}
