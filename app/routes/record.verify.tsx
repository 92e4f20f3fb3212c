import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { VerifyPage } from "../components/record/verify-page.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readVerifyPage } from "../models/record/verify-record.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "Check the record yourself",
    "Your own browser recomputes every entry and remembers what it found.",
    "how-to-check",
  );
// It is not cached: its address holds a head that somebody kept.
export const loader = (args: LoaderFunctionArgs) => page(args, readVerifyPage);
export const action = () => refuseForm();

export default function Verify() {
  return <VerifyPage view={useLoaderData<typeof loader>()} />;
}
