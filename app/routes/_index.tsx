import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { LandingHero } from "../components/landing/landing-hero.tsx";
import { FreePickCall } from "../components/landing/free-pick-call.tsx";
import { AvailableSports, Benefits, CallToAction, Steps } from "../components/landing/landing-sections.tsx";
import { Results } from "../components/landing/results.tsx";
import { Testimonials } from "../components/landing/testimonials.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { siteParts, structuredData } from "../components/landing/structured-data.ts";
import { readLandingPage } from "../models/record/live-record.server.ts";
import { home } from "../paths/paths.ts";
import { price } from "../price.ts";

export const meta = (args: PreviewArgs) => [
  ...linkPreview(
    args,
    "AI-generated sports picks, checked by pros",
    `3-5 sports picks a day, simulated by AI and checked by handicappers, each with a confidence level and a unit size. ${price} a month, cancel anytime.`,
  ),
  ...structuredData(args, siteParts),
];
export const handle: PageHandle = {
  cached: "by address",
};
export const loader = (args: LoaderFunctionArgs) => page(args, readLandingPage);
export const action = () => refuseForm();

export default function Landing() {
  const { notice, record, texts, free } = useLoaderData<typeof loader>();
  return (
    <PublicFrame current={home}>
      <LandingHero notice={notice} ticket={record?.ticket ?? null} />
      <AvailableSports />
      <Benefits plays={texts.plays} />
      <Steps />
      <Results record={record} samples={texts.results} />
      {texts.quotes && <Testimonials {...texts.quotes} />}
      <CallToAction />
      <FreePickCall free={free} />
    </PublicFrame>
  );
}
