import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SiteTextPage } from "../components/content/site-text-page.tsx";
import { page, preview } from "../http/form.server.ts";
import { previewSiteText, readSiteTextPage } from "../models/content/site-texts.server.ts";
import { textFormLimit } from "../models/site/site-texts.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Site");
export const loader = (args: LoaderFunctionArgs) => page(args, readSiteTextPage, "staff");
export const action = (args: ActionFunctionArgs) => preview(args, previewSiteText, { bodyLimit: textFormLimit });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function PreviewSiteText() {
  return <SiteTextPage text={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
