import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateManager } from "../components/affiliates/affiliate-manager.tsx";
import { RequestInWords, SeenSubmission } from "../components/affiliates/affiliate-requests.tsx";
import { ConfirmDialog } from "../components/shared/confirm-dialog.tsx";
import { useListPath } from "../components/shared/use-list-path.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../paths/lists.ts";
import { askAboutRequest } from "../models/affiliates/affiliate-manager.server.ts";
import { approveAffiliation } from "../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../paths/affiliates.ts";
import { affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Approve Request");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, askAboutRequest, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, approveAffiliation, ({ name }) => ({ to: affiliatesManagerPath, notice: `${name} is an affiliate now. Their link and their page go to them by email.` }), { goneTo: backToList(affiliatesManagerPath, args) });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ApproveRequest() {
  const inPlace = useListPath();
  const view = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const dialog = (
    <ConfirmDialog
      question="Approve this request?" subject={<RequestInWords request={view.asked} />} note="This adds an affiliate, and emails them their link and their page." confirmLabel="Approve" confirmLook="primary"
      cancelTo={inPlace(affiliatesManagerPath)} action={inPlace(affiliateRequestAnswerPath(view.asked.id, "approve"))} problem={failure?.message}
    >
      <SeenSubmission request={view.asked} />
    </ConfirmDialog>
  );
  return <AffiliateManager view={view} dialog={dialog} />;
}
