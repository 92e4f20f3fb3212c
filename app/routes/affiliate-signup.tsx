import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "../components/forms/field.tsx";
import { PublicFrame } from "../components/shared/frame.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { TextAreaField } from "../components/forms/text-area-field.tsx";
import { useFocusOnFailure } from "../components/forms/use-focus-on-failure.ts";
import { affiliateRequest } from "../content.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import type { PreviewArgs } from "../components/landing/link-preview.ts";
import { linkPreview } from "../components/landing/link-preview.ts";
import { openAffiliateRequest, requestAffiliation } from "../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestPath } from "../paths/paths.ts";

export const meta = (args: PreviewArgs) => linkPreview(args, affiliateRequest.title, affiliateRequest.lead);
export const handle: PageHandle = { styles: ["forms", "public"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openAffiliateRequest);
export const action = (args: ActionFunctionArgs) => submit(args, requestAffiliation, () => ({ to: affiliateRequestPath, notice: affiliateRequest.thanks }));

export default function AffiliateSignup() {
  const { collector, notice } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const { values = {}, errors = {} } = failure ?? {};
  useFocusOnFailure(failure);
  return (
    <PublicFrame current={affiliateRequestPath} mainClass="glow mid">
      <div className="wrap sec">
        <div className="auth">
          <div className="stack">
            <h1>{affiliateRequest.title}</h1>
            <p className="muted">{affiliateRequest.lead}</p>
          </div>
          <NoticeAlert notice={notice} problem={failure?.message} />
          <form className="form" method="post" action={collector ?? affiliateRequestPath}>
            <TextField label="Full Name" name="name" className="f big-l" required autoComplete="name" maxLength={100} defaultValue={values.name ?? ""} error={errors.name} />
            <TextField label="Email" name="email" type="email" className="f big-l" required autoComplete="email" maxLength={254} defaultValue={values.email ?? ""} error={errors.email} />
            <TextField label="Phone" name="phone" type="tel" className="f big-l" required autoComplete="tel" maxLength={40} defaultValue={values.phone ?? ""} error={errors.phone} />
            <TextAreaField label="Remarks" name="remarks" className="f big-l" rows={3} maxLength={2000} help="Optional." defaultValue={values.remarks ?? ""} error={errors.remarks} />
            <button className="btn primary big">{affiliateRequest.button}</button>
          </form>
        </div>
      </div>
    </PublicFrame>
  );
}
