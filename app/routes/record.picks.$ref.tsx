import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PreviewArgs } from "../components/landing/link-preview.ts";
import { linkPreview } from "../components/landing/link-preview.ts";
import { PickLifePage } from "../components/ledger/pick-life-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../doors/form.server.ts";
import { openRecordPick } from "../models/ledger/kept/record-pages.server.ts";

export const meta = (args: PreviewArgs<typeof loader>) =>
  linkPreview(
    args,
    `${args.data?.title ?? "No pick"}: the life of a pick`,
    "When it was sealed, how it ended, and every change since.",
  );
export const handle: PageHandle = {
  styles: ["lists", "table", "tables", "bets", "record", "plots", "ledger"],
  cached: "as understood",
};
export const loader = (args: LoaderFunctionArgs) => page(args, openRecordPick);
export const action = () => refuseForm();

export default function RecordPick() {
  return <PickLifePage life={useLoaderData<typeof loader>()} />;
}
