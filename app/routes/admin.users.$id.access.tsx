import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UserPage, userMeta } from "../components/user-page.tsx";
import type { PageHandle } from "../documents/handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../list-paths.ts";
import { setAccess } from "../models/user-access.server.ts";
import { openUser } from "../models/user.server.ts";
import { userPath } from "../user-paths.ts";
import { usersManagerPath } from "../paths.ts";

export const meta = userMeta;
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openUser, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, setAccess, ({ id }) => ({ to: `${userPath(id)}#access`, notice: "Access saved." }), { goneTo: backToList(usersManagerPath, args) });
export { clientAction, unlessKept as shouldRevalidate } from "../components/unsent.ts";

/** The user's page again, with what is wrong with the form. */
export default function UserAccess() {
  return <UserPage view={useLoaderData<typeof loader>()} failures={{ access: useActionData<typeof action>() }} />;
}
