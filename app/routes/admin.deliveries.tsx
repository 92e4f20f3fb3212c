import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeliveriesPage } from "../components/alerts/deliveries-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { readDeliveriesPage } from "../models/deliveries/deliveries.server.ts";
import { sendTestMail } from "../models/deliveries/test-mail.server.ts";
import { deliveriesPath } from "../paths/deliveries.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Deliveries");
export const loader = (args: LoaderFunctionArgs) => page(args, readDeliveriesPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, sendTestMail, ({ email }) => ({
    to: deliveriesPath,
    notice: `A test mail to ${email} is on its way. Search for that address to see how it went.`,
  }));
export { clientAction } from "../components/forms/client-action.ts";

export default function Deliveries() {
  return <DeliveriesPage view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
