import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PreviewArgs } from "../components/landing/link-preview.ts";
import { linkPreview } from "../components/landing/link-preview.ts";
import { VerifyPage } from "../components/ledger/verify-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../doors/form.server.ts";
import { openVerify } from "../models/ledger/kept/verify-record.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(args, "Check the record yourself", "Your own browser recomputes every entry, and keeps what it found.");
// Not cached: a head that somebody kept stands in its address.
export const handle: PageHandle = { styles: ["forms", "tables", "public", "ledger"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openVerify);
export const action = () => refuseForm();

export default function Verify() {
  return <VerifyPage view={useLoaderData<typeof loader>()} />;
}
