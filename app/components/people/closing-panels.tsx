import { Form, Link, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import { closeAccountPath, keepAccountPath } from "../../paths/paths.ts";
import { SendButton } from "../forms/field.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { NoticeAlert } from "../shared/notice.tsx";

export function ClosedPanel({ on, failure }: { on: string; failure: FailedForm | undefined }) {
  const { outcome } = useFormNotice(failure, null, "Your account was not kept");
  const busy = useNavigation().formAction?.startsWith(keepAccountPath);
  return (
    <section className="panel form" id="closed" aria-labelledby="closed-title">
      <h2 id="closed-title">Your account will be deleted on {on}</h2>
      <NoticeAlert notice={outcome} />
      <p>Until then you can change your mind. Keeping your account does not renew a canceled membership.</p>
      <Form method="post" action={keepAccountPath} preventScrollReset>
        <div className="row">
          <SendButton className="btn primary" busy={busy}>
            Keep my account
          </SendButton>
        </div>
      </Form>
    </section>
  );
}

export function ClosePanel() {
  return (
    <section className="panel form" aria-labelledby="close">
      <h2 id="close">Close your account</h2>
      <p>We delete your account after seven days.</p>
      <div className="row">
        <Link className="btn" to={closeAccountPath}>
          Close my account
        </Link>
      </div>
    </section>
  );
}
