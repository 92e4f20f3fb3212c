import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PreviewArgs } from "../components/landing/link-preview.ts";
import { linkPreview } from "../components/landing/link-preview.ts";
import { VerifyPage } from "../components/ledger/verify-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, preview } from "../doors/form.server.ts";
import { checkCopyOf, openVerify } from "../models/ledger/kept/verify-record.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(args, "Check the record yourself", "Your own browser recomputes every entry, and keeps what it found.");
export const handle: PageHandle = { styles: ["forms", "tables", "public", "ledger"], cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, openVerify);
export const action = (args: ActionFunctionArgs) => preview(args, checkCopyOf);
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Verify() {
  return <VerifyPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
