import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { PublicFrame, useFrame } from "../components/frame.tsx";
import { GetStarted } from "../components/get-started.tsx";
import { Leaving, leavingFor } from "../components/leaving.tsx";
import { NoticeAlert } from "../components/notice.tsx";
import type { PageHandle } from "../documents/handle.ts";
import { submitThenMove } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { beginCheckout, openPricing } from "../models/membership.server.ts";
import { pricingPath, profilePath } from "../paths.ts";
import { price } from "../price.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Payment");
export const handle: PageHandle = { styles: ["public"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openPricing, "public");
export const action = (args: ActionFunctionArgs) => submitThenMove(args, beginCheckout, leavingFor("the payment page"));

/** Leaves for the payment page; without a post, or when it could not be opened, asks for one. */
export default function Checkout() {
  const { link } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { person } = useFrame();
  return (
    <PublicFrame>
      <div className="wrap sec">
        <div className="auth">
          <h1>Payment</h1>
          {answer && "to" in answer ? <Leaving moving={answer} /> : (
            <>
              <NoticeAlert notice={answer ? { text: answer.message, tone: "bad" } : null} />
              <p>{`All Access, ${price} / month. You pay on a page of our payment service and come back here.`}</p>
              <div className="row">
                <GetStarted link={link} />
                {person ? <Link className="btn big" to={profilePath} reloadDocument>To your profile</Link> : <Link className="btn big" to={pricingPath}>View Pricing</Link>}
              </div>
            </>
          )}
        </div>
      </div>
    </PublicFrame>
  );
}
