import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { useFrame } from "../components/shared/use-frame.tsx";
import { GetStarted } from "../components/billing/get-started.tsx";
import { ExternalRedirect, redirectTo } from "../components/billing/external-redirect.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { failureOf } from "../http/form-state.ts";
import { page, submitThenRedirectLater } from "../http/form.server.ts";
import { beginCheckout, readCheckoutPage } from "../models/billing/membership.server.ts";
import { pricingPath } from "../paths/paths.ts";
import { price } from "../price.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Payment");
export const loader = (args: LoaderFunctionArgs) => page(args, readCheckoutPage, "public");
export const action = (args: ActionFunctionArgs) =>
  submitThenRedirectLater(args, beginCheckout, redirectTo("the payment page"));

/** Redirects to the payment page after a post; otherwise, and after a failure, shows the button. */
export default function Checkout() {
  const { offer, isOpen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureOf(answer);
  const { person } = useFrame();
  return (
    <PublicFrame>
      <div className="wrap sec">
        <div className="auth">
          <h1>Payment</h1>
          {answer && "to" in answer ? (
            <ExternalRedirect redirect={answer} />
          ) : (
            <>
              <NoticeAlert notice={failure ? { text: failure.message, tone: "bad" } : null} />
              <p>{`All Access, ${price} / month. You'll pay on the payment service's page, then come back here.`}</p>
              <GetStarted offer={offer} isOpen={isOpen} failure={failure} />
              {person === null && (
                <Link className="a" to={pricingPath}>
                  View Pricing
                </Link>
              )}
            </>
          )}
        </div>
      </div>
    </PublicFrame>
  );
}
