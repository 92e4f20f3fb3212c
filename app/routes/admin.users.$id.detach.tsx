import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UserPage, userMeta } from "../components/people/user-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../paths/lists.ts";
import { detachSubscription } from "../models/billing/user-access.server.ts";
import { openUser } from "../models/people/user.server.ts";
import { userPath } from "../paths/users.ts";
import { usersManagerPath } from "../paths/paths.ts";

export const meta = userMeta;
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openUser, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, detachSubscription, ({ id }) => ({ to: `${userPath(id)}#access`, notice: "Subscription detached." }), {
    goneTo: backToList(usersManagerPath, args),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function UserDetach() {
  return <UserPage view={useLoaderData<typeof loader>()} failures={{ access: useActionData<typeof action>() }} />;
}
