import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SiteTextPage } from "../components/content/site-text-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { readSiteTextPage, restoreSiteText } from "../models/content/site-texts.server.ts";
import { siteTextsPath } from "../paths/site-texts.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Site");
export const loader = (args: LoaderFunctionArgs) => page(args, readSiteTextPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    restoreSiteText,
    ({ label }) => ({ to: siteTextsPath, notice: `Restored the last version of ${label}.` }),
    {
      goneTo: siteTextsPath,
      goneWhen: ["conflict"],
    },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RestoreSiteText() {
  return <SiteTextPage text={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
