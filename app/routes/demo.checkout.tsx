import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { Icon } from "../components/shared/icon.tsx";
import { demoCheckout, pricing } from "../content.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readDemoCheckoutPage } from "../models/billing/demo-checkout.server.ts";
import { pricingPath, signUpPath, withQuery } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled(demoCheckout.title);
export const loader = (args: LoaderFunctionArgs) => page(args, readDemoCheckoutPage);
export const action = () => refuseForm();

export default function DemoCheckout() {
  return (
    <PublicFrame mainClass="glow mid">
      <div className="wrap sec">
        <div className="auth">
          <h1>{demoCheckout.title}</h1>
          <p className="alert">
            <Icon name="info" />
            {demoCheckout.text}
          </p>
          <div className="stack">
            <h2>{`${pricing.tag} – ${pricing.plan}`}</h2>
            <p className="price">
              {pricing.price} <small>{pricing.period}</small>
            </p>
          </div>
          <div className="form">
            {/* A plain link: a hosted payment page also returns with a new document. */}
            <a className="btn primary big" href={withQuery(signUpPath, "", { payment_success: "true" })}>
              {demoCheckout.pay}
            </a>
            <Link className="btn big" to={pricingPath}>
              {demoCheckout.cancel}
            </Link>
          </div>
        </div>
      </div>
    </PublicFrame>
  );
}
