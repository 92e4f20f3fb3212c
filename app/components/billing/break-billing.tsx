import { Link } from "@remix-run/react";
import type { OwnMembership } from "../../models/billing/membership.server.ts";
import { profilePath } from "../../paths/paths.ts";
import { price } from "../../price.ts";
import { ManageBilling } from "./manage-billing.tsx";

/** What a break means for the payments, and where they are stopped. */
export function BreakBilling({ membership }: { membership: OwnMembership }) {
  const { status, running, billed } = membership;
  const several = running.length > 1;
  return (
    <section className="panel form" aria-labelledby="billing">
      <h2 id="billing">Billing</h2>
      <BillingText membership={membership} />
      {billed && status.kind !== "ending" && running.length > 0 && (
        <div className="row">
          {several ? (
            <Link className="btn" to={`${profilePath}#membership`}>
              Your subscriptions
            </Link>
          ) : (
            <ManageBilling label="Manage billing" subscription={running[0]?.id} />
          )}
        </div>
      )}
    </section>
  );
}

function BillingText({
  membership: { status, text, running, billed, renewable, charge, supportEmail },
}: {
  membership: OwnMembership;
}) {
  const support = (
    <a className="a" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
  if (status.kind === "ending") return <p>Your membership is canceled. You will not be charged again.</p>;
  if (status.kind === "paused")
    return (
      <p>
        Your membership: {text}.{status.until !== null && " Then charges begin again, also during a break."}
      </p>
    );
  if (billed && running.length > 0)
    return (
      <p>
        A break doesn't stop billing: {running.length > 1 ? "each subscription" : "your membership"} continues at{" "}
        {charge?.price ?? `${price} / month`}. To stop it, cancel or, if offered, pause it under "Manage billing".
      </p>
    );
  if (renewable) return <p>You are not being charged through this site.</p>;
  return <p>A break doesn't stop your payments. To cancel or pause your membership, email {support}.</p>;
}
