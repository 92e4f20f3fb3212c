import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateForm } from "../components/affiliates/affiliate-form.tsx";
import { AffiliateManager } from "../components/affiliates/affiliate-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, affiliatesManagerPath } from "../paths/paths.ts";
import { readAffiliateManagerPage } from "../models/affiliates/affiliate-manager.server.ts";
import { saveAffiliate } from "../models/affiliates/affiliate.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Edit Affiliate");
export const loader = (args: LoaderFunctionArgs) => page(args, readAffiliateManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, saveAffiliate, () => ({ to: backToList(affiliatesManagerPath, args), notice: "Affiliate saved." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function EditAffiliate() {
  const view = useLoaderData<typeof loader>();
  return (
    <AffiliateManager
      view={view}
      dialog={<AffiliateForm editing={view.chosen} failure={useActionData<typeof action>()} />}
    />
  );
}
