import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { GetStarted } from "../components/billing/get-started.tsx";
import { Icon } from "../components/shared/icon.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { VerdictStrip } from "../components/landing/verdict-strip.tsx";
import { pricing, sampleVerdicts } from "../content.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { readPricingPage } from "../models/billing/membership.server.ts";
import { pricingPath } from "../paths/paths.ts";

export const meta = (args: PreviewArgs) => linkPreview(args, pricing.title, pricing.lead);
export const handle: PageHandle = {
  cached: "by address",
};
export const loader = (args: LoaderFunctionArgs) => page(args, readPricingPage);
export const action = () => refuseForm();

export default function Pricing() {
  const { offer, notice } = useLoaderData<typeof loader>();
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
          <p>{pricing.streams.join(" ")}</p>
          <GetStarted offer={offer} />
          <p className="muted">{pricing.note}</p>
        </section>
        <div className="stack">
          {sampleVerdicts.map((verdict) => (
            <VerdictStrip key={verdict.pick} verdict={verdict} />
          ))}
          <p className="muted">{pricing.verdictsNote}</p>
        </div>
      </div>
    </PublicFrame>
  );
}
