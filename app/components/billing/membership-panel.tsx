import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { Charge } from "../../models/billing/charge.ts";
import type { OwnMembership } from "../../models/billing/membership.server.ts";
import { cancelMembershipPath } from "../../paths/paths.ts";
import { price } from "../../price.ts";
import type { Notice } from "../../session/notice.ts";
import { CheckoutForm } from "./get-started.tsx";
import { HowToCancel } from "./how-to-cancel.tsx";
import { ManageBilling } from "./manage-billing.tsx";
import { NoticeAlert } from "../shared/notice.tsx";

const monthly = `${price}\u00a0/\u00a0month`;

interface MembershipPanelProps {
  membership: OwnMembership;
  failure: FailedForm | undefined;
  notice: Notice | null;
}

export function MembershipPanel({ membership, failure, notice }: MembershipPanelProps) {
  const { status, text, running, billed, renewable, onBreak, charge } = membership;
  const renews = status.kind === "ended" && renewable && !onBreak;
  const paidTwice = running.length > 1;
  return (
    <section className="panel form" id="membership" aria-labelledby="membership-title">
      <h2 id="membership-title">Membership</h2>
      <NoticeAlert notice={failure ? { text: failure.message, tone: "bad" } : notice} />
      <p>
        <strong>{text}</strong>
      </p>
      {charge && <ChargeFacts charge={charge} />}
      {paidTwice ? <PaidTwice membership={membership} /> : <Explanation membership={membership} />}
      {(renews || (billed && !paidTwice)) && (
        <div className="row">
          {renews && <CheckoutForm label="Renew your membership" />}
          {billed && !paidTwice && <ManageBilling label="Manage billing" subscription={running[0]?.id} />}
          {charge && (
            <Link className="btn" to={cancelMembershipPath}>
              Cancel membership
            </Link>
          )}
        </div>
      )}
    </section>
  );
}

function Explanation({
  membership: { status, running, billed, renewable, onBreak, charge, supportEmail },
}: Pick<MembershipPanelProps, "membership">) {
  const support = (
    <a className="a" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
  if (status.kind === "waiting")
    return (
      <p>
        We are checking your payment and will email you when you have access. You don't need to pay again. Questions?
        Email {support}.
      </p>
    );
  if (status.kind === "refused")
    return (
      <p>
        We found no payment for this account, so you can't see picks, history or lessons. If you paid, email {support}{" "}
        with the date and the address you used.
      </p>
    );
  if (!billed && status.kind !== "ending" && status.kind !== "ended")
    return <HowToCancel supportEmail={supportEmail} />;
  switch (status.kind) {
    case "unbilled":
    case "until":
      return null;
    case "active":
      return charge ? (
        <p>Change your card and see your invoices under "Manage billing".</p>
      ) : (
        <p>{monthly}. Cancel or change your card under "Manage billing".</p>
      );
    case "paused":
      return (
        <p>
          You keep access and pay nothing for now. {status.until !== null && "Then charges begin again. "}
          {charge && 'Change your card and see your invoices under "Manage billing".'}
        </p>
      );
    case "past-due":
      return (
        <p>Your last payment failed. You keep access while we retry it. Update your card under "Manage billing".</p>
      );
    case "ending":
      return (
        <p>You will not be charged again.{billed && <> Changed your mind? Resume it under "Manage billing".</>}</p>
      );
    case "ended":
      return (
        <p>
          Your membership has ended, so you can't see picks, history or lessons.{" "}
          {onBreak ? (
            <>You can renew after your break. We keep your saved picks.</>
          ) : renewable ? (
            <>Renew for {monthly} to get access again. We keep your saved picks.</>
          ) : (
            <>To renew, email {support}.</>
          )}
          {running.length > 0 && (
            <>
              {" "}
              A subscription is still active. Cancel it under "Manage billing" if you don't want to be charged again.
            </>
          )}
        </p>
      );
  }
}

function PaidTwice({ membership: { running, supportEmail } }: Pick<MembershipPanelProps, "membership">) {
  return (
    <>
      <p>
        You have {running.length} subscriptions and pay for each one. You only need one. Cancel the others here, and
        email{" "}
        <a className="a" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>{" "}
        for a refund.
      </p>
      <ul className="stack">
        {running.map(({ id, text }, index) => (
          <li className="row" key={id}>
            Subscription {index + 1}: {text}{" "}
            <ManageBilling label={`Manage subscription ${index + 1}`} subscription={id} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChargeFacts({ charge: { price: told, next, card } }: { charge: Charge }) {
  const facts = [
    ["Price", told ?? monthly],
    ["Next charge", next],
    ["Card", card],
  ] as const;
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div className="x-all" key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
