import { Form, Link, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { CancelView } from "../../models/billing/cancellation.server.ts";
import { cancelMembershipPath, membershipSectionPath, profilePath } from "../../paths/paths.ts";
import { SendButton } from "../forms/field.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { ManageBilling } from "./manage-billing.tsx";
import { HowToCancel } from "./how-to-cancel.tsx";

interface CancelPageProps {
  view: CancelView;
  failure: FailedForm | undefined;
}

export function CancelPage({ view, failure }: CancelPageProps) {
  useFocusOnFailure(failure);
  return (
    <MemberFrame current={profilePath}>
      <div className="wrap page">
        <div className="head">
          <h1>Cancel Membership</h1>
        </div>
        <div className="single">
          <section className="panel form" aria-labelledby="question">
            <h2 id="question">{titleOf(view)}</h2>
            <Problem message={failure?.message} />
            {view.subscription === null ? <WhyNot view={view} /> : <CancelForm view={view} />}
          </section>
          {failure && <ManageBilling label="Manage billing" subscription={view.subscription ?? undefined} />}
        </div>
      </div>
    </MemberFrame>
  );
}

function titleOf({ billed, subscription }: CancelView): string {
  if (!billed) return "How to cancel";
  return subscription === null ? "Nothing to cancel here" : "Cancel your membership?";
}

function CancelForm({ view: { subscription, until, endsNow } }: Pick<CancelPageProps, "view">) {
  const busy = useNavigation().formAction?.startsWith(cancelMembershipPath);
  return (
    <>
      <p>
        {until !== null && (
          <>
            You keep access until <strong>{until}</strong>.{" "}
          </>
        )}
        {endsNow && "Your last payment failed, so your access ends now and we won't retry the payment. "}
        You will not be charged again. There is no refund.
      </p>
      <p>We keep your account, saved picks and settings. You can renew later.</p>
      <Form method="post" action={cancelMembershipPath} replace>
        <input type="hidden" name="subscription" value={subscription ?? ""} />
        <div className="row">
          <Link className="btn" to={membershipSectionPath}>
            Keep membership
          </Link>
          <SendButton className="btn danger" busy={busy}>
            {busy ? "Canceling..." : "Cancel membership"}
          </SendButton>
        </div>
      </Form>
    </>
  );
}

function WhyNot({ view: { billed, why, supportEmail } }: Pick<CancelPageProps, "view">) {
  return (
    <>
      {billed ? <p>{why}</p> : <HowToCancel supportEmail={supportEmail} />}
      <div className="row">
        <Link className="btn" to={membershipSectionPath}>
          Back to your profile
        </Link>
      </div>
    </>
  );
}
