import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateQuestion, NamedAffiliate } from "../components/affiliates/affiliate-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readAffiliateManagerPage } from "../models/affiliates/affiliate-manager.server.ts";
import { deleteAffiliate } from "../models/affiliates/affiliate.server.ts";
import { formatMoney } from "../money.ts";
import { affiliatePath } from "../paths/affiliates.ts";
import { backToList, affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Delete Affiliate?");
export const loader = (args: LoaderFunctionArgs) => page(args, readAffiliateManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, deleteAffiliate, () => ({ to: backToList(affiliatesManagerPath, args), notice: "Affiliate deleted." }), {
    goneTo: backToList(affiliatesManagerPath, args),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DeleteAffiliate() {
  const [view, failure] = [useLoaderData<typeof loader>(), useActionData<typeof action>()];
  const { chosen } = view;
  if (chosen === null) return null;
  return (
    <AffiliateQuestion
      view={view}
      failure={failure}
      question="Delete Affiliate?"
      subject={<NamedAffiliate affiliate={chosen} />}
      note={noteOf(chosen.unpaid_cents)}
      action={affiliatePath(chosen.id, "delete")}
    />
  );
}

function noteOf(unpaidCents: number): string {
  return `This cannot be undone.${unpaidCents > 0 ? ` ${formatMoney(unpaidCents)} is unpaid and stays under Payouts until it is paid.` : ""}`;
}
