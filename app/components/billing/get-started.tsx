import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { planText, plans, termsText } from "../../models/billing/offer.ts";
import type { Offer } from "../../payment/provider.ts";
import { checkoutPath, profilePath } from "../../paths/paths.ts";
import { AgeBox } from "../forms/age-box.tsx";
import { useFrame } from "../shared/use-frame.tsx";

interface GetStartedProps {
  offer: Offer;
  /** False while the operator prepares a new site. */
  isOpen: boolean;
  failure?: FailedForm | undefined;
}

/** The way to the payment page, with what it will cost; those who have access already are told so. */
export function GetStarted({ offer, isOpen, failure }: GetStartedProps) {
  const { person } = useFrame();
  if (person && !person.lapsed)
    return (
      <>
        <p>You already have a membership.</p>
        <Link className="btn primary big" to={profilePath}>
          Go to your profile
        </Link>
      </>
    );
  if (!isOpen) return <p>Not open yet. Please come back soon.</p>;
  return (
    <CheckoutForm label="Get Started">
      {offer.yearly && <Plans offer={offer} chosen={failure?.values.plan} />}
      {person === null && <AgeBox failure={failure} />}
      <p className="muted">{termsText(offer)}</p>
    </CheckoutForm>
  );
}

/** A document post: its response redirects to another site. */
export function CheckoutForm({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <Form className="stack" method="post" action={checkoutPath} reloadDocument>
      {children}
      <button className="btn primary big">{label}</button>
    </Form>
  );
}

function Plans({ offer, chosen }: { offer: Offer; chosen: string | undefined }) {
  return (
    <fieldset>
      <legend className="vh">Plan</legend>
      {plans.map((plan) => (
        <label key={plan} className="check">
          <input type="radio" name="plan" value={plan} defaultChecked={plan === (chosen ?? "monthly")} />
          {planText(plan, offer)}
        </label>
      ))}
    </fieldset>
  );
}
