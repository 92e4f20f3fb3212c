import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateForm } from "../components/affiliates/affiliate-form.tsx";
import { AffiliateManager } from "../components/affiliates/affiliate-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readAffiliateManagerPage } from "../models/affiliates/affiliate-manager.server.ts";
import { addAffiliate } from "../models/affiliates/affiliate.server.ts";
import { affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Add Affiliate");
export const loader = (args: LoaderFunctionArgs) => page(args, readAffiliateManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, addAffiliate, () => ({ to: affiliatesManagerPath, notice: "Affiliate added." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function AddAffiliate() {
  return (
    <AffiliateManager
      view={useLoaderData<typeof loader>()}
      dialog={<AffiliateForm editing={null} failure={useActionData<typeof action>()} />}
    />
  );
}
