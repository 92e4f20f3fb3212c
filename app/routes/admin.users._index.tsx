import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UsersManager } from "../components/people/users-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { addUser, readUsersManagerPage } from "../models/people/user.server.ts";
import { usersManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("User Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, readUsersManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, addUser, () => ({ to: usersManagerPath, notice: "Account created." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Users() {
  return <UsersManager view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
