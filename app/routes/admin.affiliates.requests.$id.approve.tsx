import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateQuestion, RequestInWords, SeenSubmission } from "../components/affiliates/affiliate-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { askAboutRequest } from "../models/affiliates/affiliate-manager.server.ts";
import { approveAffiliation } from "../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../paths/affiliates.ts";
import { backToList, affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Approve Request");
export const loader = (args: LoaderFunctionArgs) => page(args, askAboutRequest, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    approveAffiliation,
    ({ name }) => ({
      to: affiliatesManagerPath,
      notice: `${name} is now an affiliate. An email with their links is on its way.`,
    }),
    { goneTo: backToList(affiliatesManagerPath, args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ApproveRequest() {
  const [view, failure] = [useLoaderData<typeof loader>(), useActionData<typeof action>()];
  const { asked } = view;
  return (
    <AffiliateQuestion
      view={view}
      failure={failure}
      question="Approve this request?"
      subject={<RequestInWords request={asked} />}
      note="This adds an affiliate and emails them their links."
      action={affiliateRequestAnswerPath(asked.id, "approve")}
      confirmLabel="Approve"
      confirmLook="primary"
    >
      <SeenSubmission request={asked} />
    </AffiliateQuestion>
  );
}
