import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../components/landing/legal-page.tsx";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readTermsPage } from "../models/content/public-texts.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "Terms",
    "The rules of a membership: what you get, who may join, how payment and cancelling work, and what is not promised.",
  );
export const handle: PageHandle = { cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, readTermsPage);
export const action = () => refuseForm();

export default function Terms() {
  return <LegalPage title="Terms" text={useLoaderData<typeof loader>()} />;
}
