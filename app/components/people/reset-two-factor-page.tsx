import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { UserView } from "../../models/people/user-page.server.ts";
import { userPath } from "../../paths/users.ts";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { UserPage } from "./user-page.tsx";

export function ResetTwoFactorPage({
  view,
  refused,
}: {
  view: UserView & PageExtras;
  refused: FailedForm | undefined;
}) {
  const { id, name, email } = view.user;
  const dialog = refused ? undefined : (
    <ConfirmDialog
      question="Reset two-factor sign-in?"
      subject={`${name}, ${email}`}
      confirmLabel="Reset"
      cancelTo={userPath(id)}
      action={userPath(id, "/two-factor")}
      note="Anyone with their password can then sign in: make sure that they asked for it. Signs them out on all devices."
    />
  );
  return <UserPage view={view} failure={refused} dialog={dialog} />;
}
