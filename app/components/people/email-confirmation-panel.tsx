import { Form, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { OwnConfirmation } from "../../models/people/email-confirmation.server.ts";
import { resendConfirmationPath } from "../../paths/paths.ts";
import type { Notice } from "../../session/notice.ts";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { SendButton } from "../forms/field.tsx";

interface EmailConfirmationPanelProps {
  email: string;
  confirmation: OwnConfirmation;
  failure: FailedForm | undefined;
  notice: Notice | null;
}

export function EmailConfirmationPanel({ email, confirmation, failure, notice }: EmailConfirmationPanelProps) {
  const { outcome } = useFormNotice(failure, notice, "The email was not sent");
  const busy = useNavigation().formAction?.startsWith(resendConfirmationPath);
  return (
    <section className="panel form" id="confirm" aria-labelledby="confirm-title">
      <h2 id="confirm-title">Confirm your email</h2>
      <NoticeAlert notice={outcome} />
      {confirmation.sendsMail ? (
        <>
          <p>We sent a link to {email}. You won't get emails about new picks until you open it and confirm.</p>
          <Form method="post" action={resendConfirmationPath} preventScrollReset>
            <div className="row">
              <SendButton className="btn" busy={busy}>
                {busy ? "Sending..." : "Send the email again"}
              </SendButton>
            </div>
          </Form>
        </>
      ) : (
        <p>This server can't send email, so we can't confirm {email}. You can still use your account.</p>
      )}
    </section>
  );
}
