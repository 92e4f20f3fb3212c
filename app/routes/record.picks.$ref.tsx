import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { PickHistoryPage } from "../components/record/pick-history-page.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readRecordPickPage } from "../models/record/record-pages.server.ts";

export const meta = (args: PreviewArgs<typeof loader>) =>
  linkPreview(
    args,
    `${args.data?.title ?? "No pick"}: pick history`,
    `${args.data?.title ?? "No pick"}: when it was sealed, how it ended, and every change since, as anybody can check.`,
    "record",
  );
export const handle: PageHandle = {
  cached: "by query",
};
export const loader = (args: LoaderFunctionArgs) => page(args, readRecordPickPage);
export const action = () => refuseForm();

export default function RecordPick() {
  return <PickHistoryPage history={useLoaderData<typeof loader>()} />;
}
