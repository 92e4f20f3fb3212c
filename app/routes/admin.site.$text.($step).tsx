import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type SiteTextAnswer, SiteTextPage } from "../components/content/site-text-page.tsx";
import { page, preview, submit, submitOneOf } from "../http/form.server.ts";
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

export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.step, {
    "": () =>
      submit(
        args,
        saveSiteText,
        ({ label, kept }) => ({ to: siteTextsPath, notice: savedMessage(`Saved ${label}.`, kept) }),
        { bodyLimit: textFormLimit },
      ),
    preview: () => preview(args, previewSiteText, { bodyLimit: textFormLimit }),
    restore: () =>
      submit(
        args,
        restoreSiteText,
        ({ label }) => ({ to: siteTextsPath, notice: `Restored the last version of ${label}.` }),
        { goneTo: siteTextsPath, goneWhen: ["conflict"] },
      ),
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function EditSiteText() {
  return <SiteTextPage text={useLoaderData<typeof loader>()} answer={useActionData<SiteTextAnswer>()} />;
}
