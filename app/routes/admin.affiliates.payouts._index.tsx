import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PayoutsPage } from "../components/affiliates/payouts-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readPayoutsPage } from "../models/affiliates/payout.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Payouts");
export const loader = (args: LoaderFunctionArgs) => page(args, readPayoutsPage, "staff");
export const action = () => refuseForm();

export default function Payouts() {
  return <PayoutsPage view={useLoaderData<typeof loader>()} />;
}
