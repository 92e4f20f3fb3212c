import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CumulativeUnits } from "../components/drawings/record-charts.tsx";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { TextSections } from "../components/content/text-sections.tsx";
import { Units } from "../components/record/figure-text.tsx";
import { PublicFrame } from "../components/shared/frame.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readHowItWorksPage } from "../models/content/how-it-works.server.ts";
import type { WorstMonth } from "../models/record/pages/worst-month.ts";
import { pricingPath } from "../paths/paths.ts";
import { recordPath } from "../paths/record.ts";

const title = "How It Works";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "How it works: where our sports picks come from",
    "Where a pick comes from, what its numbers mean, how the record is kept and checked, and what a losing month looks like.",
    "how-it-works",
  );
export const handle: PageHandle = { cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, readHowItWorksPage);
export const action = () => refuseForm();

export default function HowItWorks() {
  const { sections, losing, hasRecord } = useLoaderData<typeof loader>();
  return (
    <PublicFrame>
      <div className="wrap page read stack">
        <div className="head">
          <h1>{title}</h1>
        </div>
        <div className="panel prose">
          <TextSections sections={sections} />
        </div>
        {losing && <LosingMonth worst={losing.worst} />}
        <p className="row cost">
          <Link className="btn primary big" to={pricingPath}>
            View Pricing
          </Link>
          {hasRecord && (
            <Link className="btn big" to={recordPath}>
              See the record
            </Link>
          )}
        </p>
      </div>
    </PublicFrame>
  );
}

function LosingMonth({ worst }: { worst: WorstMonth | null }) {
  return (
    <section className="stack" aria-labelledby="worst">
      <h2 id="worst">What a losing month looks like</h2>
      {worst === null ? (
        <p>No month has lost so far. One will.</p>
      ) : (
        <>
          <p>
            {`${worst.lost} of ${worst.months} months lost. The worst was ${worst.name}: ${worst.record} (won, lost, pushed), `}
            <Units text={worst.units} />
          </p>
          <figure className="chart panel">
            <CumulativeUnits curve={worst.curve} />
          </figure>
        </>
      )}
    </section>
  );
}
