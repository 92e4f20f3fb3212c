import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { RecordPage } from "../components/record/record-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readRecordPage } from "../models/record/record-pages.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "The record: every pick, won or lost",
    "Every pick we published, with its price, result and units. Each is sealed before its game starts and stays here, won or lost.",
    "record",
  );
export const handle: PageHandle = {
  cached: "by query",
};
export const loader = (args: LoaderFunctionArgs) => page(args, readRecordPage);
export const action = () => refuseForm();

export default function Record() {
  return <RecordPage record={useLoaderData<typeof loader>()} />;
}
