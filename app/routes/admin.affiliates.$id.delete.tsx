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
import { deleteAffiliate } from "../models/affiliates/affiliate.server.ts";
import { affiliatePath } from "../paths/affiliates.ts";
import { formatMoney } from "../money.ts";
import { affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Delete Affiliate?");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openAffiliateManager, "staff");
export const action = (args: ActionFunctionArgs) => submit(args, deleteAffiliate, () => ({ to: backToList(affiliatesManagerPath, args), notice: "Affiliate deleted." }), { goneTo: backToList(affiliatesManagerPath, args) });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DeleteAffiliate() {
  const inPlace = useListPath();
  const view = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const dialog = view.chosen && (
    <ConfirmDialog
      question="Delete Affiliate?" subject={<p>{view.chosen.name}, ref code <code>{view.chosen.ref_code}</code></p>} note={noteOf(view.chosen.unpaid_cents)}
      cancelTo={inPlace(affiliatesManagerPath)} action={inPlace(affiliatePath(view.chosen.id, "delete"))} problem={failure?.message}
    />
  );
  return <AffiliateManager view={view} dialog={dialog} />;
}

function noteOf(unpaidCents: number): string {
  const owed = unpaidCents > 0 ? ` ${formatMoney(unpaidCents)} is not paid yet: it still comes up under Payouts when it is due.` : "";
  return `This cannot be undone.${owed}`;
}
