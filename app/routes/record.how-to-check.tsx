import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { HowToCheckPage } from "../components/record/how-to-check-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readHowToCheckPage } from "../models/record/how-to-check.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "How to check the record",
    "Check every entry of our record without trusting our server: in your browser, with a short Python program, or with one that you write.",
    "how-to-check",
  );
export const handle: PageHandle = { cached: "by query" };
export const loader = (args: LoaderFunctionArgs) => page(args, readHowToCheckPage);
export const action = () => refuseForm();

export default function HowToCheck() {
  return <HowToCheckPage view={useLoaderData<typeof loader>()} />;
}
