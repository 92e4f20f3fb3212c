import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UsersManager } from "../components/people/users-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { deleteUser } from "../models/people/user-account.server.ts";
import { readUsersManagerPage } from "../models/people/user.server.ts";
import { usersListPath } from "../paths/users.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Delete User");
export const loader = (args: LoaderFunctionArgs) => page(args, readUsersManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    deleteUser,
    () => ({ to: usersListPath(new URL(args.request.url).search), notice: "Account deleted." }),
    {
      goneTo: backToList(usersManagerPath, args),
    },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DeleteUser() {
  return <UsersManager view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />;
}
