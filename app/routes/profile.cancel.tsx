import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelPage } from "../components/billing/cancel-page.tsx";
import { failureOf } from "../http/form-state.ts";
import { page, submit } from "../http/form.server.ts";
import { cancelOwnMembership, readOwnCancelPage } from "../models/billing/cancellation.server.ts";
import { membershipSectionPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Cancel Membership");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnCancelPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelOwnMembership, ({ until }) => ({
    to: membershipSectionPath,
    notice:
      until === null
        ? "Your membership has ended."
        : `Your membership ends on ${until}. You can renew it under "Manage billing" until then.`,
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Cancel() {
  return <CancelPage view={useLoaderData<typeof loader>()} failure={failureOf(useActionData<typeof action>())} />;
}
