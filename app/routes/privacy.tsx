import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../components/landing/legal-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readPrivacyPage } from "../models/content/public-texts.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Privacy");
export const handle: PageHandle = { cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, readPrivacyPage);
export const action = () => refuseForm();

export default function Privacy() {
  return <LegalPage title="Privacy" text={useLoaderData<typeof loader>()} />;
}
