import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UserActionPage } from "../components/people/user-action-page.tsx";
import { titled } from "../site.ts";
import { page, submit } from "../http/form.server.ts";
import { actOnUser, readUserActionPage } from "../models/people/user-page.server.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { userPath } from "../paths/users.ts";

export const meta = () => titled("User Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, readUserActionPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, actOnUser, ({ id, notice }) => ({ to: userPath(id), notice }), {
    goneTo: backToList(usersManagerPath, args),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function UserAction() {
  return <UserActionPage view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
