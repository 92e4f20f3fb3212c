import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ClosingPage } from "../components/people/closing-page.tsx";
import { failureOf } from "../http/form-state.ts";
import { page, submit } from "../http/form.server.ts";
import { closeOwnAccount, readClosingPage } from "../models/people/closing.server.ts";
import { closedSectionPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Close Your Account");
export const loader = (args: LoaderFunctionArgs) => page(args, readClosingPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, closeOwnAccount, () => ({ to: closedSectionPath, notice: "Your account is closed." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Close() {
  return <ClosingPage view={useLoaderData<typeof loader>()} failure={failureOf(useActionData<typeof action>())} />;
}
