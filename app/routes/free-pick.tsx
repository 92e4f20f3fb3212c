import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FreePickPage } from "../components/landing/free-pick-page.tsx";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readFreePickPage } from "../models/record/free-pick.server.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "The free sports pick of the day",
    "One pick a day for everybody, whole, as members see it. And how the free ones did so far, wins and losses.",
    "free-pick",
  );
export const handle: PageHandle = {
  cached: "by address",
};
export const loader = (args: LoaderFunctionArgs) => page(args, readFreePickPage);
export const action = () => refuseForm();

export default function FreePickRoute() {
  return <FreePickPage view={useLoaderData<typeof loader>()} />;
}
