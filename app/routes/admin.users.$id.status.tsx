import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userMeta } from "../components/people/user-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { switchStatus } from "../models/people/user-account.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";
import { statusNotices } from "../models/people/user.ts";
import { afterUserFormPath } from "../paths/users.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    switchStatus,
    ({ id, status }) => ({ to: afterUserFormPath(id, args.request.url), notice: statusNotices[status] }),
    { goneTo: backToList(usersManagerPath, args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { OneUser as default } from "../components/people/user-page.tsx";
