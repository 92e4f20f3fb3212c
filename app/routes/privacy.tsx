import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../components/landing/legal-page.tsx";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readPrivacyPage } from "../models/content/public-texts.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "Privacy",
    "What this site stores about you and why, who else gets it, which cookies it sets, and how long your data is kept.",
  );
export const handle: PageHandle = { cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, readPrivacyPage);
export const action = () => refuseForm();

export default function Privacy() {
  return <LegalPage title="Privacy" text={useLoaderData<typeof loader>()} />;
}
