import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type SiteTextAnswer, SiteTextPage } from "../components/content/site-text-page.tsx";
import { page, preview, refuseForm, submit } from "../http/form.server.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import {
  previewSiteText,
  readSiteTextPage,
  restoreSiteText,
  saveSiteText,
} from "../models/content/site-texts.server.ts";
import { textFormLimit } from "../models/site/site-texts.ts";
import { siteTextsPath } from "../paths/site-texts.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Site");
export const loader = (args: LoaderFunctionArgs) => page(args, readSiteTextPage, "staff");

export function action(args: ActionFunctionArgs) {
  switch (args.params.step) {
    case undefined:
      return submit(
        args,
        saveSiteText,
        ({ label, kept }) => ({ to: siteTextsPath, notice: savedMessage(`Saved ${label}.`, kept) }),
        { bodyLimit: textFormLimit },
      );
    case "preview":
      return preview(args, previewSiteText, { bodyLimit: textFormLimit });
    case "restore":
      return submit(
        args,
        restoreSiteText,
        ({ label }) => ({ to: siteTextsPath, notice: `Restored the last version of ${label}.` }),
        { goneTo: siteTextsPath, goneWhen: ["conflict"] },
      );
    default:
      return refuseForm();
  }
}
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function EditSiteText() {
  return <SiteTextPage text={useLoaderData<typeof loader>()} answer={useActionData<SiteTextAnswer>()} />;
}
