import { Form, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../doors/form-state.ts";
import type { OwnConfirmation } from "../../models/people/email-confirmation.server.ts";
import { askToConfirmPath } from "../../paths/paths.ts";
import type { Notice } from "../../session.server.ts";
import { NoticeAlert } from "../shared/notice.tsx";
import { SendButton } from "../forms/send-button.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";

interface ConfirmPanelProps {
  email: string;
  confirmation: OwnConfirmation;
  failure: FailedForm | undefined;
  notice: Notice | null;
}

/** What is left to do about an address that nobody confirmed. */
export function EmailConfirmationPanel({ email, confirmation, failure, notice }: ConfirmPanelProps) {
  const { outcome } = useFormNotice(failure, notice, "The email was not sent");
  const busy = useNavigation().formAction?.startsWith(askToConfirmPath);
  return (
    <section className="panel form" id="confirm" aria-labelledby="confirm-title">
      <h2 id="confirm-title">Confirm your email</h2>
      <NoticeAlert notice={outcome} />
      {confirmation.sendsMail ? (
        <>
          <p>We sent a link to {email}. Until you open it and confirm, you get no emails about new picks.</p>
          <Form method="post" action={askToConfirmPath} preventScrollReset>
            <div className="row"><SendButton className="btn" busy={busy}>{busy ? "Sending..." : "Send the email again"}</SendButton></div>
          </Form>
        </>
      ) : (
        <p>No email service is set up on this server, so it can't send the link that confirms {email}. Your account works without it.</p>
      )}
    </section>
  );
}
