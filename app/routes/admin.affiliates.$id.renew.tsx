import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateManager } from "../components/affiliates/affiliate-manager.tsx";
import { ConfirmDialog } from "../components/shared/confirm-dialog.tsx";
import { useListPath } from "../components/shared/use-list-path.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../paths/lists.ts";
import { openAffiliateManager } from "../models/affiliates/affiliate-manager.server.ts";
import { renewPageLink } from "../models/affiliates/affiliate.server.ts";
import { affiliatePath } from "../paths/affiliates.ts";
import { affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Renew Link");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openAffiliateManager, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, renewPageLink, () => ({ to: backToList(affiliatesManagerPath, args), notice: "The partner link is new. The old one stopped working." }), { goneTo: backToList(affiliatesManagerPath, args) });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RenewPartnerLink() {
  const inPlace = useListPath();
  const view = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const dialog = view.chosen && (
    <ConfirmDialog
      question="Renew the partner link?" subject={<p>{view.chosen.name}, ref code <code>{view.chosen.ref_code}</code></p>} note="The old link stops working at once. Send the new one to the affiliate." confirmLabel="Renew link" confirmLook="primary"
      cancelTo={inPlace(affiliatesManagerPath)} action={inPlace(affiliatePath(view.chosen.id, "renew"))} problem={failure?.message}
    />
  );
  return <AffiliateManager view={view} dialog={dialog} />;
}
