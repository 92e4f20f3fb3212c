import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateManager } from "../components/affiliate-manager.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { useInList } from "../components/use-in-list.ts";
import type { PageHandle } from "../documents/handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../list-paths.ts";
import { askAboutRequest } from "../models/affiliate-manager.server.ts";
import { dismissAffiliation } from "../models/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../affiliate-paths.ts";
import { affiliatesManagerPath } from "../paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Dismiss Request");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, askAboutRequest, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, dismissAffiliation, () => ({ to: backToList(affiliatesManagerPath, args), notice: "Request dismissed." }), { goneTo: backToList(affiliatesManagerPath, args) });
export { clientAction, unlessKept as shouldRevalidate } from "../components/unsent.ts";

export default function DismissRequest() {
  const inPlace = useInList();
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
