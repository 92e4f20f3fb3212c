import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateManager } from "../components/affiliates/affiliate-manager.tsx";
import { ConfirmDialog } from "../components/shared/confirm-dialog.tsx";
import { useListPath } from "../components/shared/use-list-path.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../paths/lists.ts";
import { askAboutRequest } from "../models/affiliates/affiliate-manager.server.ts";
import { dismissAffiliation } from "../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../paths/affiliates.ts";
import { affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Dismiss Request");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, askAboutRequest, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, dismissAffiliation, () => ({ to: backToList(affiliatesManagerPath, args), notice: "Request dismissed." }), { goneTo: backToList(affiliatesManagerPath, args) });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DismissRequest() {
  const inPlace = useListPath();
  const view = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const dialog = (
    <ConfirmDialog
      question="Dismiss this request?" subject={<p>{view.asked.name}, {view.asked.email}</p>} note="This cannot be undone. The sender is not notified." confirmLabel="Dismiss"
      cancelTo={inPlace(affiliatesManagerPath)} action={inPlace(affiliateRequestAnswerPath(view.asked.id, "dismiss"))} problem={failure?.message}
    />
  );
  return <AffiliateManager view={view} dialog={dialog} />;
}
