import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PayDialog, PayoutsPage } from "../components/affiliates/payouts-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { askToPay, payDue } from "../models/affiliates/payout.server.ts";
import { payoutsPath } from "../paths/affiliates.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Mark as Paid");
export const loader = (args: LoaderFunctionArgs) => page(args, askToPay, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, payDue, () => ({ to: payoutsPath, notice: "Marked as paid. What was paid to whom is kept below." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ConfirmPayout() {
  const view = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  if (view.asked.length === 0)
    return <PayoutsPage view={view} problem={failure?.errors.form ?? failure?.message ?? view.problem ?? undefined} />;
  return <PayoutsPage view={view} dialog={<PayDialog asked={view.asked} problem={failure?.message} />} />;
}
