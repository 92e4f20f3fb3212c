import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userMeta } from "../components/people/user-page.tsx";
import { page, submit, submitOneOf } from "../http/form.server.ts";
import { reviewShownPayment } from "../models/people/payment-review.server.ts";
import { detachSubscription, setAccess } from "../models/people/user-access.server.ts";
import { giveAnotherRole, resetUserPassword, switchStatus } from "../models/people/user-account.server.ts";
import { readUserPage } from "../models/people/user-page.server.ts";
import { reviewNotice, statusNotices } from "../models/people/user.ts";
import { backToList, usersManagerPath } from "../paths/paths.ts";
import { afterUserFormPath, userPath } from "../paths/users.ts";

export const meta = userMeta;
export const loader = (args: LoaderFunctionArgs) => page(args, readUserPage, "staff");

const back = (hash: string, notice: string) => (user: { id: number }) => ({
  to: `${userPath(user.id)}#${hash}`,
  notice,
});
const gone = (args: ActionFunctionArgs) => ({ goneTo: backToList(usersManagerPath, args) });

/** One route for the page and its forms: a failed form keeps what was typed, and the list of routes stays short. */
export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.form, {
    role: () => submit(args, giveAnotherRole, back("role", "Role changed."), gone(args)),
    access: () => submit(args, setAccess, back("access", "Access saved."), gone(args)),
    detach: () => submit(args, detachSubscription, back("access", "Subscription detached."), gone(args)),
    password: () => submit(args, resetUserPassword, back("password", "Password updated successfully."), gone(args)),
    status: () =>
      submit(
        args,
        switchStatus,
        ({ id, status }) => ({ to: afterUserFormPath(id, args.request.url), notice: statusNotices[status] }),
        gone(args),
      ),
    payment: () =>
      submit(
        args,
        reviewShownPayment,
        (reviewed) => ({ to: afterUserFormPath(reviewed.id, args.request.url), notice: reviewNotice(reviewed) }),
        gone(args),
      ),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { OneUser as default } from "../components/people/user-page.tsx";
