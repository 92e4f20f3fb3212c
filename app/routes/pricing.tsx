import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { PlanTicket } from "../components/billing/plan-ticket.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { Questions } from "../components/content/text-sections.tsx";
import { Verdicts } from "../components/landing/last-verdicts.tsx";
import { pricing } from "../content.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { offerPart, questionParts, structuredData } from "../components/landing/structured-data.ts";
import { readPricingPage } from "../models/content/public-texts.server.ts";
import { pricingPath } from "../paths/paths.ts";

export const meta = (args: PreviewArgs<typeof loader>) => [
  ...linkPreview(
    args,
    `Pricing: daily sports picks for ${pricing.price} a month`,
    `One plan for ${pricing.price} a month: daily AI picks, pro picks, the full history, news by email and phone alerts, and bankroll tools. Cancel anytime.`,
    "pricing",
  ),
  ...structuredData(args, (origin) => [
    // A site that is not open yet sells nothing.
    ...(args.data?.isOpen ? [offerPart(origin, pricing.plan, pricing.lead)] : []),
    ...questionParts(args.data?.questions ?? []),
  ]),
];
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
        <PlanTicket offer={offer} isOpen={isOpen} />
        <Verdicts record={record} samples={samples} />
      </div>
      <Questions sections={questions} />
    </PublicFrame>
  );
}
