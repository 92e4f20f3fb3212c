import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ResetTwoFactorPage } from "../components/people/reset-two-factor-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { resetTwoFactor } from "../models/people/user-account.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";
import { titled } from "../site.ts";
import { afterUserFormPath } from "../paths/users.ts";

export const meta = () => titled("Reset two-factor sign-in");
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    resetTwoFactor,
    ({ id }) => ({ to: afterUserFormPath(id, args.request.url), notice: "Two-factor sign-in reset." }),
    { goneTo: backToList(usersManagerPath, args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ResetTwoFactor() {
  return <ResetTwoFactorPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />;
}
