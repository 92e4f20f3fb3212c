import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateQuestion, NamedAffiliate } from "../components/affiliates/affiliate-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readAffiliateManagerPage } from "../models/affiliates/affiliate-manager.server.ts";
import { renewPageLink } from "../models/affiliates/affiliate.server.ts";
import { affiliatePath } from "../paths/affiliates.ts";
import { backToList, affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Renew Link");
export const loader = (args: LoaderFunctionArgs) => page(args, readAffiliateManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    renewPageLink,
    () => ({
      to: backToList(affiliatesManagerPath, args),
      notice: "The affiliate has a new link. The old one no longer works.",
    }),
    { goneTo: backToList(affiliatesManagerPath, args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RenewLink() {
  const [view, failure] = [useLoaderData<typeof loader>(), useActionData<typeof action>()];
  const { chosen } = view;
  if (chosen === null) return null;
  return (
    <AffiliateQuestion
      view={view}
      failure={failure}
      question="Renew the affiliate's link?"
      subject={<NamedAffiliate affiliate={chosen} />}
      note="The old link stops working at once. Send the new one to the affiliate."
      action={affiliatePath(chosen.id, "renew")}
      confirmLabel="Renew link"
      confirmLook="primary"
    />
  );
}
