import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PreviewArgs } from "../components/landing/link-preview.ts";
import { linkPreview } from "../components/landing/link-preview.ts";
import { RecordPage } from "../components/ledger/record-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../doors/form.server.ts";
import { openRecord } from "../models/ledger/kept/record-pages.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(args, "The record: every pick", "Each is sealed before its game starts and stays here, won or lost.");
export const handle: PageHandle = {
  styles: ["forms", "lists", "table", "tables", "bets", "sheets", "figures", "plots", "ledger"],
  cached: "as understood",
};
export const loader = (args: LoaderFunctionArgs) => page(args, openRecord);
export const action = () => refuseForm();

export default function Record() {
  return <RecordPage record={useLoaderData<typeof loader>()} />;
}
