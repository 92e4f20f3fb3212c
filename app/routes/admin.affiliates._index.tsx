import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AffiliateManager } from "../components/affiliates/affiliate-manager.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readAffiliateManagerPage } from "../models/affiliates/affiliate-manager.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Affiliate Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, readAffiliateManagerPage, "staff");
export const action = () => refuseForm();

export default function Affiliates() {
  return <AffiliateManager view={useLoaderData<typeof loader>()} />;
}
