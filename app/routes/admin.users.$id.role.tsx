import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userMeta } from "../components/people/user-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { giveAnotherRole } from "../models/people/user-account.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";
import { userPath } from "../paths/users.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, giveAnotherRole, ({ id }) => ({ to: `${userPath(id)}#role`, notice: "Role changed." }), {
    goneTo: backToList(usersManagerPath, args),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { OneUser as default } from "../components/people/user-page.tsx";
