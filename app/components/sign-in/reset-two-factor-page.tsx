import type { FailedForm } from "../../doors/form-state.ts";
import type { PageExtras } from "../../doors/page.server.ts";
import type { UserView } from "../../models/people/user.server.ts";
import { userPath } from "../../paths/users.ts";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { UserPage } from "../people/user-page.tsx";

/** The user's page with the question whether to reset their two-factor sign-in, or with why that was refused. */
export function ResetTwoFactorPage({ view, refused }: { view: UserView & PageExtras; refused: FailedForm | undefined }) {
  const { id, name, email } = view.user;
  const dialog = refused ? undefined : (
    <ConfirmDialog
      question="Reset two-factor sign-in?" subject={`${name}, ${email}`} confirmLabel="Reset" cancelTo={userPath(id)} action={userPath(id, "/two-factor")}
      note="Their password alone opens the account until they set it up again, so make sure that it is really them asking. They are signed out everywhere."
    />
  );
  return <UserPage view={view} failures={{ twoFactor: refused }} dialog={dialog} />;
}
