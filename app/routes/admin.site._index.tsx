import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SiteTextsPage } from "../components/content/site-texts-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readSiteTextsPage } from "../models/content/site-texts.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Site");
export const loader = (args: LoaderFunctionArgs) => page(args, readSiteTextsPage, "staff");
export const action = () => refuseForm();

export default function SiteTexts() {
  return <SiteTextsPage {...useLoaderData<typeof loader>()} />;
}
