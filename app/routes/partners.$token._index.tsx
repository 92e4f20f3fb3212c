import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { useFrame } from "../components/shared/use-frame.tsx";
import { AffiliatePage } from "../components/affiliates/affiliate-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readOwnFiguresPage } from "../models/affiliates/own-figures.server.ts";
import { affiliateMonthsPath, referralLink } from "../paths/affiliates.ts";
import { titled } from "../site.ts";

// The URL is secret: keep it out of search engines and Referer headers.
export const meta = () => [
  ...titled("Affiliate"),
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnFiguresPage, "public");
export const action = () => refuseForm();

export default function Affiliate() {
  const affiliate = useLoaderData<typeof loader>();
  const { site } = useFrame();
  const { token = "" } = useParams();
  return (
    <PublicFrame>
      <AffiliatePage
        affiliate={affiliate}
        referralLink={referralLink(site.origin, affiliate.ref_code)}
        monthsFile={affiliateMonthsPath(token)}
      />
    </PublicFrame>
  );
}
