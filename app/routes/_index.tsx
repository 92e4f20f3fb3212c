import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/frame.tsx";
import { LandingHero } from "../components/landing-hero.tsx";
import { AvailableSports, Benefits, CallToAction, Steps } from "../components/landing-sections.tsx";
import { SampleResults } from "../components/sample-results.tsx";
import { Testimonials } from "../components/testimonials.tsx";
import { landing } from "../content.ts";
import type { PageHandle } from "../documents/handle.ts";
import { noForm } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import type { Preview } from "../link-preview.ts";
import { previewed } from "../link-preview.ts";
import { openSite } from "../models/site.server.ts";
import { home } from "../paths.ts";

export const meta = (args: Preview) => previewed(args, landing.headline, landing.lead);
export const handle: PageHandle = { styles: ["lists", "picks", "record", "public"], kept: true };
export const loader = (args: LoaderFunctionArgs) => page(args, openSite);
export const action = () => noForm();

export default function Landing() {
  const { notice } = useLoaderData<typeof loader>();
  return (
    <PublicFrame current={home}>
      <LandingHero notice={notice} />
      <AvailableSports />
      <Benefits />
      <Steps />
      <SampleResults />
      <Testimonials />
      <CallToAction />
    </PublicFrame>
  );
}
