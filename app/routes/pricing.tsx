import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { GetStarted } from "../components/billing/get-started.tsx";
import { Icon } from "../components/shared/icon.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { Questions } from "../components/content/text-sections.tsx";
import { Verdicts } from "../components/landing/last-verdicts.tsx";
import { pricing } from "../content.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { readPricingPage } from "../models/content/public-texts.server.ts";
import { pricingPath } from "../paths/paths.ts";
import { howItWorksPath } from "../paths/site-texts.ts";

export const meta = (args: PreviewArgs) => linkPreview(args, pricing.title, pricing.lead);
export const handle: PageHandle = {
  cached: "by address",
};
export const loader = (args: LoaderFunctionArgs) => page(args, readPricingPage);
export const action = () => refuseForm();

export default function Pricing() {
  const { offer, isOpen, questions, record, samples, notice } = useLoaderData<typeof loader>();
  return (
    <PublicFrame current={pricingPath} mainClass="glow">
      <div className="wrap hero plan">
        <div>
          <NoticeAlert notice={notice} />
          <h1>{pricing.title}</h1>
          <p className="lead">{pricing.lead}</p>
        </div>
        <section className="ticket offer" aria-labelledby="pl">
          <p>
            <span className="tag pro">{pricing.tag}</span>
          </p>
          <h2 id="pl">{pricing.plan}</h2>
          <p className="price">
            {pricing.price} <small>{pricing.period}</small>
          </p>
          <ul className="ticks">
            {[...pricing.features, ...pricing.more].map((feature) => (
              <li key={feature}>
                <Icon name="check" />
                {feature}
              </li>
            ))}
          </ul>
          <p>
            {`${pricing.streams.join(" ")} `}
            <Link className="a" to={howItWorksPath}>
              How it works
            </Link>
          </p>
          <GetStarted offer={offer} isOpen={isOpen} />
          <p className="muted">{pricing.note}</p>
        </section>
        <Verdicts record={record} samples={samples} />
      </div>
      <Questions sections={questions} />
    </PublicFrame>
  );
}
