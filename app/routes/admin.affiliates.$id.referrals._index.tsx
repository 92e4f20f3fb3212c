import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReferralsPage } from "../components/affiliates/referrals-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readReferralsPage } from "../models/affiliates/referral-list.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Referrals");
export const loader = (args: LoaderFunctionArgs) => page(args, readReferralsPage, "staff");
export const action = () => refuseForm();

export default function Referrals() {
  return <ReferralsPage view={useLoaderData<typeof loader>()} />;
}
