import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userMeta } from "../components/people/user-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { reviewShownPayment } from "../models/people/payment-review.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";
import { reviewNotice } from "../models/people/user.ts";
import { afterUserFormPath } from "../paths/users.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    reviewShownPayment,
    (reviewed) => ({ to: afterUserFormPath(reviewed.id, args.request.url), notice: reviewNotice(reviewed) }),
    { goneTo: backToList(usersManagerPath, args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { OneUser as default } from "../components/people/user-page.tsx";
