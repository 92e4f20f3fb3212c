import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateRequestForm } from "../components/affiliates/affiliate-request-form.tsx";
import { PublicFrame } from "../components/shared/frame.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { affiliateRequest } from "../content.ts";
import { page, submit } from "../http/form.server.ts";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { readAffiliateRequestPage, requestAffiliation } from "../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestPath } from "../paths/paths.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(args, affiliateRequest.title, `${affiliateRequest.lead} Send a short form, and we reply by email.`);
export const loader = (args: LoaderFunctionArgs) => page(args, readAffiliateRequestPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, requestAffiliation, () => ({ to: affiliateRequestPath, notice: affiliateRequest.thanks }));

export default function AffiliateSignup() {
  const { collector, notice } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <PublicFrame current={affiliateRequestPath} mainClass="glow mid">
      <div className="wrap sec">
        <div className="auth">
          <div className="stack">
            <h1>{affiliateRequest.title}</h1>
            <p className="muted">{affiliateRequest.lead}</p>
          </div>
          <NoticeAlert notice={notice} problem={failure?.message} />
          <AffiliateRequestForm collector={collector} failure={failure} />
        </div>
      </div>
    </PublicFrame>
  );
}
