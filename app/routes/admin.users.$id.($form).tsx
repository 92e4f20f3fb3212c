import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userMeta } from "../components/people/user-page.tsx";
import { page, refuseForm, submit } from "../http/form.server.ts";
import { reviewShownPayment } from "../models/people/payment-review.server.ts";
import { detachSubscription, setAccess } from "../models/people/user-access.server.ts";
import { giveAnotherRole, resetUserPassword, switchStatus } from "../models/people/user-account.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";
import { reviewNotice, statusNotices } from "../models/people/user.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { afterUserFormPath, userPath } from "../paths/users.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");

/** One route for the page and its forms: a failed form keeps what was typed, and the list of routes stays short. */
export function action(args: ActionFunctionArgs) {
  const { url } = args.request;
  const options = { goneTo: backToList(usersManagerPath, args) };
  const back = (hash: string, notice: string) => (user: { id: number }) => ({
    to: `${userPath(user.id)}#${hash}`,
    notice,
  });
  switch (args.params.form) {
    case "role":
      return submit(args, giveAnotherRole, back("role", "Role changed."), options);
    case "access":
      return submit(args, setAccess, back("access", "Access saved."), options);
    case "detach":
      return submit(args, detachSubscription, back("access", "Subscription detached."), options);
    case "password":
      return submit(args, resetUserPassword, back("password", "Password updated successfully."), options);
    case "status":
      return submit(
        args,
        switchStatus,
        ({ id, status }) => ({ to: afterUserFormPath(id, url), notice: statusNotices[status] }),
        options,
      );
    case "payment":
      return submit(
        args,
        reviewShownPayment,
        (reviewed) => ({ to: afterUserFormPath(reviewed.id, url), notice: reviewNotice(reviewed) }),
        options,
      );
    default:
      return refuseForm();
  }
}
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { OneUser as default } from "../components/people/user-page.tsx";
